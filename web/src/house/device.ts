/** The house on this device: play without the house on the network. Its line is loaded when it is first needed. */
import { keep, recall } from "../parts/device";
import type { DeviceAnswer, DeviceLine, Person } from "./device_line";
import type { ClientMessage, Fault, ServerMessage } from "./types";

const USED = "device-house"; // this browser has tables of its own

/** Tables of this device have ids of their own kind; see reception/pocket.py. */
export const isOnDevice = (table: string): boolean => table.startsWith("d-");

/** Those among them that are played with somebody elsewhere, by links; see reception/links.py. */
export const isByLinks = (table: string): boolean => table.startsWith("d-link-");

const fault = (code: string): Fault => ({ code, sentence: "", rule: null });

class Device {
  /** Who sits here, as the house knows them. */
  person: () => Person | null = () => null;
  listener: (message: ServerMessage) => void = () => {};
  #line: Promise<DeviceLine> | null = null;

  /** Whether there may be tables on this device. */
  get isUsed(): boolean {
    return recall(USED) !== null;
  }

  ask(method: string, path: string, body: string): Promise<DeviceAnswer> {
    if (method === "POST" && path.startsWith("/api/tables")) keep(USED, "1");
    const away = { status: 503, body: JSON.stringify(fault("away")) };
    return this.#open()
      .then((line) => line.ask(method, path, body))
      .catch(() => away); // no script, or a browser that begins no Worker
  }

  hear(message: ClientMessage): void {
    const deny = () => message.do === "act" && this.listener({ t: "denied", id: message.id, fault: fault("paused") });
    void this.#open().then((line) => line.hear(message), deny);
  }

  /** Rejects if the script cannot be had; the next call tries again. */
  #open(): Promise<DeviceLine> {
    this.#line ??= import("./device_line").then(({ DeviceLine }) => {
      return new DeviceLine(this.person(), (message) => this.listener(message));
    });
    this.#line.catch(() => (this.#line = null));
    return this.#line;
  }
}

export const device = new Device();
