/** The line to the Worker that is the house on this device. `device.ts` loads it when it is first needed. */
import { language } from "../words/language.svelte";
import type { ClientMessage, Fault, ServerMessage } from "./types";

export type Person = { id: string; name: string };

export interface DeviceAnswer {
  status: number;
  body: string;
}

export class DeviceLine {
  #worker: Worker | null = null;
  #asked = new Map<number, (answer: DeviceAnswer) => void>();
  #number = 0;
  #isThere = false; // the Worker has said something

  /** The Worker asks once who sits here, before anybody else is known. */
  constructor(
    private readonly person: Person | null,
    private readonly listener: (message: ServerMessage) => void,
  ) {}

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
      if (data.told) this.listener(JSON.parse(data.told) as ServerMessage);
      else if (data.answer) this.#answered(data.number!, data.answer);
    };
    worker.onerror = () => this.#isThere || this.#fail(); // later ones are faults of ours, and stand in the console
    worker.postMessage({ begin: this.person });
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
