/** Who sits before this screen: a guest of the house with a name and a language. */
import { device } from "./device";
import { get, patch } from "./http";
import type { Me } from "./types";

class Myself {
  told = $state<Me | null>(null);

  get id(): string | null {
    return this.told?.id ?? null;
  }

  /** Whether several people play on this device, one of them now. */
  get isShared(): boolean {
    return (this.told?.sharers ?? 0) > 1 && !this.told?.unchosen;
  }

  /** Whether somebody's talk is hidden for me. */
  silences(person: string): boolean {
    return !!this.told?.silenced?.includes(person);
  }

  async meet(): Promise<Me> {
    this.told ??= await get<Me>("/api/me");
    return this.told;
  }

  async change(what: { name?: string; language?: string }): Promise<void> {
    this.told = await patch<Me>("/api/me", what);
  }
}

export const me = new Myself();
device.person = () => me.told && { id: me.told.id, name: me.told.name };
