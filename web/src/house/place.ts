/** Where this page lies: in a house, which answers at `/`, or on a site of plain files, in any folder (docs/site.md). */

import { keep, recall } from "../parts/device";

const CHOSEN = "language"; // where this device keeps which language was chosen on a site

/** What `lumitheque site` writes into index.html; a worker has no document, and none of this. */
const mark = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=lumitheque][content=site]");

/** Nobody answers requests here: the page has the files of the site, and the house on this device. */
export const isSite: boolean = !!mark;

/** The languages that a site has files in, the one to fall back on first. */
export const siteLanguages: readonly string[] = mark?.dataset.languages?.split(" ") ?? [];

/** The folder that index.html lies in. A worker's script is in `assets/` beneath it. */
export const root: URL = findRoot();

function findRoot(): URL {
  const address = globalThis.location?.href ?? "http://localhost/"; // tests run where there is none
  if (isSite) return new URL(".", address);
  const isBuiltWorker = import.meta.env.PROD && !globalThis.document;
  return isBuiltWorker ? new URL(/* @vite-ignore */ "../", import.meta.url) : new URL("/", address);
}

/** An absolute path of the house as an address of this page: "/icon.svg" is "/games/icon.svg" on a site in /games. */
export const at = (path: string): string => root.pathname + path.replace(/^\//, "");

const TOLD = /^\/api\/(words|games|games\/[\w-]+|games\/[\w-]+\/(?:lessons|exercises))$/;

/** The file in which a site has the answer of the house to this path; null where it has none. */
export function siteFile(path: string, language: string): string | null {
  const told = TOLD.exec(path);
  return told && at(`/api/${told[1]}.${language}.json`);
}

/** The address of the house that is shown: on a site it is in the fragment, since a file server knows no other page. */
export function here(): URL {
  if (!isSite) return new URL(location.href);
  return new URL(`${location.origin}/${location.hash.slice(1).replace(/^\/+/, "")}`);
}

/** What leads to an address of the house: itself, or a fragment of the site. */
export const linkTo = (address: string): string => (isSite ? `${root.pathname}#${address}` : address);

/** The language that was chosen here, or else one that the browser asks for and the site has. */
export function siteLanguage(): string {
  const asked = [recall(CHOSEN) ?? "", ...navigator.languages].flatMap((code) => [code, code.split("-")[0]!]);
  return asked.find((code) => siteLanguages.includes(code)) ?? siteLanguages[0] ?? "";
}

export const chooseSiteLanguage = (code: string): void => void keep(CHOSEN, code);
