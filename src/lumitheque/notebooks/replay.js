(name, data) => {
  // Every picture as its elements: what it has in common with the one before, and what is between.
  const looks = [];
  for (const [head, tail, ...between] of data.looks) {
    const before = looks.at(-1) ?? [];
    looks.push([...before.slice(0, head), ...between, ...before.slice(before.length - tail)]);
  }
  const entry = (number, night) => {
    const told = data.table[number];
    return typeof told === "string" ? told : told[night];
  };
  const start = (root) => {
    root.dataset.ready = "";
    const one = (what) => root.querySelector(what);
    const [image, slider, chooser] = [one("img"), one("input"), one("select")];
    const last = data.at.length - 1;
    slider.max = last;
    let at = last;
    const show = () => {
      const night = Number(getComputedStyle(root).getPropertyValue("--night"));
      const [look, move, state, said] = data.views[chooser ? chooser.value : 0][at];
      const svg = looks[look].map((number) => entry(number, night)).join("");
      const [, width, height] = svg.match(/viewBox="\S+ \S+ (\S+) (\S+)"/) ?? [];
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      image.alt = entry(said, night);
      if (width) image.style.setProperty("--shape", `${width} / ${height}`);
      one(".move").textContent = entry(move, night);
      one(".state").textContent = entry(state, night);
      slider.value = at;
      const told = { number: data.at[at], total: data.at[last] };
      one("output").textContent = data.of.replace(/\{(\w+)\}/g, (_, key) => told[key]);
      for (const button of root.querySelectorAll("button")) {
        button.disabled = at === (["first", "previous"].includes(button.dataset.go) ? 0 : last);
      }
    };
    const go = (where) => {
      const places = { first: 0, previous: at - 1, next: at + 1, last };
      at = Math.min(last, Math.max(0, places[where] ?? Number(where)));
      show();
    };
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) go(button.dataset.go);
    });
    slider.addEventListener("input", () => go(slider.value));
    chooser?.addEventListener("change", show);
    root.addEventListener("keydown", (event) => {
      const where = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
      if (!where || event.target === chooser || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault(); // the slider would move as well
      event.stopPropagation(); // the notebook has keys of its own
      go(where);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
    const dressed = { attributes: true, attributeFilter: ["class", "data-jp-theme-light"] };
    new MutationObserver(show).observe(document.body, dressed);
    show();
  };
  document.querySelectorAll(`[data-replay="${name}"]:not([data-ready])`).forEach(start);
};
