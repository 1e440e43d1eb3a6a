// From plain files a browser starts no Worker: there the search runs in a hidden frame.
if (location.protocol === "file:") {
  const inside = `<!doctype html><script>
    self.postMessage = (data) => frameElement.told(data);
    self.importScripts = (...places) => places.reduce((before, place) => before.then(() => new Promise((done, failed) => {
      const script = document.createElement("script");
      Object.assign(script, { src: place, onload: done, onerror: failed });
      document.head.append(script);
    })), Promise.resolve());
  <\/script>`;
  window.IFrameWorker = class extends EventTarget {
    constructor(place) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "search";
      this.frame.told = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.frame.srcdoc = `${inside}<script src="${place}"><\/script>`;
      this.ready = new Promise((done) => this.frame.addEventListener("load", done));
      document.documentElement.append(this.frame);
    }
    postMessage(data) {
      this.ready.then(() => {
        const room = this.frame.contentWindow;
        room.dispatchEvent(new room.MessageEvent("message", { data }));
      });
    }
    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
