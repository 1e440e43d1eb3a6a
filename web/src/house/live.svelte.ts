/**
 * The one WebSocket of this tab. It comes back by itself, asks for what it missed, and sends again whatever was not
 * acknowledged: a command has an id, so the house obeys it once.
 */
import { device, isOnDevice } from "./device";
import { at, isSite } from "./place";
import { version } from "./version.svelte";
import type { ClientMessage, Command, Fault, ServerMessage, WatchTable } from "./types";

type Listener = (message: ServerMessage) => void;
interface Sent {
  table: string;
  command: Command;
  done: (seq: number) => void;
  refused: (fault: Fault) => void;
}

const PING = 15_000;
const SILENCE = 45_000; // three pings without an answer: the line is dead
const SOONEST = 300;
const LATEST = 5_000;
const OF_THE_TAB: readonly ClientMessage["do"][] = ["lobby", "shown"]; // for the house, whatever is looked at
const PATIENCE = 1_000; // before the house is asked again for what it could not do just now

class Live {
  #line = $state<"connecting" | "open" | "away">("connecting");
  /** The table that is looked at is on this device. */
  #onDevice = $state(false);
  paused = $state<Fault | null>(null);
  /** How often the house asked us to leave, or for its code: who we are to it is to be asked again. */
  turnedAway = $state(0);
  /** How far the house's clock is ahead of ours, in milliseconds. */
  ahead = $state(0);

  #socket: WebSocket | null = null;
  #listeners = new Set<Listener>();
  #sent = new Map<string, Sent>();
  #watched: (() => WatchTable) | null = null;
  #lobby = 0;
  #others = 0; // who follows one's other tables while one sits at one
  #tries = 0;
  #heard = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    device.listener = (message) => this.#hear(message);
    globalThis.document?.addEventListener("visibilitychange", () => this.#sendShown());
  }

  /** `away`: there was a connection, or there should be one by now. */
  get state(): "connecting" | "open" | "away" {
    return isSite || this.#onDevice ? "open" : this.#line;
  }

  /** Messages, until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.open();
    return () => this.#listeners.delete(listener);
  }

  open(): void {
    if (this.#socket || isSite) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) =>
      socket === this.#socket && this.#hear(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = () => this.#closed(socket);
  }

  /** Look at one table; `request` is asked anew after every reconnection, with the last number that is known then. */
  watch(request: () => WatchTable): void {
    this.#watched = request;
    this.#sendWatch(request());
  }

  /** Looking at a table here is looking away from one there. */
  #sendWatch(message: WatchTable): void {
    const onDevice = isOnDevice(message.table);
    if (onDevice !== this.#onDevice) this.#send({ do: "unwatch" });
    this.#onDevice = onDevice;
    this.#send(message);
  }

  /** Look away, unless another table is looked at by now: after a rematch the old table is left when the new one is there. */
  unwatch(request: () => WatchTable): void {
    if (this.#watched !== request) return;
    this.#watched = null;
    this.#send({ do: "unwatch" });
    this.#onDevice = false;
  }

  lobby(on: boolean): void {
    this.#lobby += on ? 1 : -1;
    if (this.#lobby === (on ? 1 : 0)) this.#send({ do: "lobby", on });
  }

  /** Be told of one's own tables alone. */
  others(on: boolean): void {
    this.#others += on ? 1 : -1;
    if (this.#lobby === 0 && this.#others === (on ? 1 : 0)) this.#send({ do: "lobby", on, listed: false });
  }

  /** Resolves when the command is durable; rejects with the house's Fault. */
  act(table: string, command: Command): Promise<number> {
    const id = [...crypto.getRandomValues(new Uint8Array(12))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    return new Promise((done, refused) => {
      this.#sent.set(id, { table, command, done, refused });
      this.#sendCommand(id);
    });
  }

  /** What bots do at the table that is looked at need not be watched, until a person is to move. */
  skip(): void {
    this.#send({ do: "skip" });
  }

  /** Answers come in this language from now on; a new connection says it by itself. */
  speak(language: string): void {
    this.#send({ do: "speak", language });
  }

  /** Whoever has the table before their eyes needs no notice of it; in a hidden tab nobody has. */
  #sendShown(): void {
    this.#send({ do: "shown", on: !globalThis.document?.hidden });
  }

  now(): number {
    return Date.now() + (this.#onDevice ? 0 : this.ahead);
  }

  #send(message: ClientMessage): void {
    const goesToDevice =
      "table" in message ? isOnDevice(message.table) : this.#onDevice && !OF_THE_TAB.includes(message.do);
    if (goesToDevice) device.hear(message);
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** As often as needed, until it is answered. */
  #sendCommand(id: string): void {
    const sent = this.#sent.get(id);
    if (sent) this.#send({ do: "act", id, table: sent.table, command: sent.command });
  }

  #opened(): void {
    this.#tries = 0;
    this.#heard = Date.now();
    this.#line = "open";
    if (globalThis.document?.hidden) this.#sendShown(); // a tab that comes back is taken for one that is seen
    if (this.#watched && !this.#onDevice) this.#send(this.#watched());
    if (this.#lobby + this.#others > 0)
      this.#send({ do: "lobby", on: true, ...(this.#lobby > 0 ? {} : { listed: false }) });
    for (const [id, { table }] of this.#sent) if (!isOnDevice(table)) this.#sendCommand(id);
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#ping(), PING);
  }

  #ping(): void {
    const socket = this.#socket;
    if (!socket || Date.now() - this.#heard <= SILENCE) return socket?.send(JSON.stringify({ do: "ping" }));
    socket.close();
    this.#closed(socket); // a dead line takes its time to say so
  }

  #closed(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#line = "away";
    clearInterval(this.#beat);
    clearTimeout(this.#soon);
    const wait = Math.min(LATEST, SOONEST * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#soon = setTimeout(() => this.open(), wait);
  }

  #hear(message: ServerMessage): void {
    this.#heard = Date.now();
    switch (message.t) {
      case "welcome":
        this.ahead = message.at - Date.now();
        version.compare(message.page);
        if (!message.paused) this.paused = null;
        break;
      case "house":
        this.paused = message.paused ? (message.fault ?? null) : null;
        break;
      case "ack":
        this.#sent.get(message.id)?.done(message.seq);
        this.#sent.delete(message.id);
        break;
      case "denied":
        this.#refuse(message.id, message.fault);
        break;
    }
    for (const listener of this.#listeners) listener(message);
  }

  #refuse(id: string | null, fault: Fault): void {
    const sent = id === null ? undefined : this.#sent.get(id);
    if (id === null && fault.code === "signed_out") location.assign(at("/")); // a newcomer, from the beginning
    if (id === null && (fault.code === "removed" || fault.code === "house_code")) this.turnedAway++;
    if (!id || !sent) return;
    if (fault.code === "paused" || fault.code === "too_many") {
      setTimeout(() => this.#sendCommand(id), PATIENCE); // nothing has happened
      return;
    }
    this.#sent.delete(id);
    sent.refused(fault);
  }
}

export const live = new Live();
