/** The house on this device: play without the house on the network. It is a Worker, begun when it is first needed. */
import { keep, recall } from "../parts/device";
import { language } from "../words/language.svelte";
import type { ClientMessage, Fault, ServerMessage } from "./types";

const USED = "device-house"; // this browser has tables of its own

export interface DeviceAnswer {
  status: number;
  body: string;
}

/** Tables of this device have ids of their own kind; see reception/pocket.py. */
export const isOnDevice = (table: string): boolean => table.startsWith("d-");

class Device {
  /** Who sits here, as the house knows them; the Worker asks once, before anybody else is known. */
  person: () => { id: string; name: string } | null = () => null;
  #worker: Worker | null = null;
  #listener: (message: ServerMessage) => void = () => {};
  #asked = new Map<number, (answer: DeviceAnswer) => void>();
  #number = 0;
  #isThere = false; // the Worker has said something

  /** Whether there may be tables on this device. */
  get isUsed(): boolean {
    return recall(USED) !== null;
  }

  listen(listener: (message: ServerMessage) => void): void {
    this.#listener = listener;
  }

  ask(method: string, path: string, body: string): Promise<DeviceAnswer> {
    const number = ++this.#number;
    const ask = { method, path, body, language: language.now };
    return new Promise((done) => {
      this.#asked.set(number, done);
      this.#send({ ask, number });
    });
  }

  hear(message: ClientMessage): void {
    this.#send({ hear: JSON.stringify(message), language: language.now });
  }

  #send(message: object): void {
    this.#worker ??= this.#begin();
    this.#worker.postMessage(message);
  }

  #begin(): Worker {
    const worker = new Worker(new URL("../local/worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<{ told?: string; number?: number; answer?: DeviceAnswer }>) => {
      this.#isThere = true;
      if (data.told) this.#listener(JSON.parse(data.told) as ServerMessage);
      else if (data.answer) this.#answered(data.number!, data.answer);
    };
    worker.onerror = () => this.#isThere || this.#fail(); // later ones are faults of ours, and stand in the console
    keep(USED, "1");
    worker.postMessage({ begin: this.person() });
    return worker;
  }

  #answered(number: number, answer: DeviceAnswer): void {
    this.#asked.get(number)?.(answer);
    this.#asked.delete(number);
  }

  /** The Worker's script could not be loaded: nobody is there. */
  #fail(): void {
    this.#worker = null;
    const fault: Fault = { code: "away", sentence: "", rule: null };
    const answer = { status: 503, body: JSON.stringify(fault) };
    for (const done of this.#asked.values()) done(answer);
    this.#asked.clear();
  }
}

export const device = new Device();
