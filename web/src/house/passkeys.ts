/** Passkeys: the browser's part. It makes and shows them only on secure pages, for a name and not for an IP address. */
import { ask, post } from "./http";
import type { Me, PasskeyAsked, PasskeyTold } from "./types";

/** Why there can be none here; null if there can. */
export type Hindrance = "insecure" | "unsupported" | null;

const IP_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

export function hindrance(): Hindrance {
  if (!isSecureContext || IP_ADDRESS.test(location.hostname)) return "insecure";
  const knows = "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
  return knows ? null : "unsupported";
}

/** Thrown when somebody closes the browser's window, or lets it wait: nothing is wrong. */
export class NotDone extends Error {}

/** The browser's credential as JSON, or NotDone. */
async function asked(sealed: string, credential: Promise<Credential | null>): Promise<object> {
  const given = await credential.catch((error: unknown) => {
    throw error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)
      ? new NotDone()
      : error;
  });
  if (given === null) throw new NotDone();
  return { sealed, credential: (given as PublicKeyCredential).toJSON() };
}

export async function makePasskey(): Promise<PasskeyTold[]> {
  const { options, sealed } = await post<PasskeyAsked>("/api/me/passkeys/offer");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return post<PasskeyTold[]>("/api/me/passkeys", await asked(sealed, navigator.credentials.create({ publicKey })));
}

export async function signInWithPasskey(): Promise<Me> {
  const { options, sealed } = await post<PasskeyAsked>("/api/me/passkeys/ask");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return post<Me>("/api/me/passkeys/sign-in", await asked(sealed, navigator.credentials.get({ publicKey })));
}

export const dropPasskey = (id: string) => ask<PasskeyTold[]>("DELETE", `/api/me/passkeys/${encodeURIComponent(id)}`);
