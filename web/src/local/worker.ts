/** The Worker of the house on this device. The page sends `{begin}` once, then `{ask, number}` and `{hear}`. */
import { DeviceHouse, type Asked } from "./device_house";

interface Heard {
  begin?: { id: string; name: string } | null;
  ask?: Asked;
  number?: number;
  hear?: string;
  language?: string;
}

let house: DeviceHouse | null = null;

addEventListener("message", ({ data }: MessageEvent<Heard>) => {
  if (data.begin !== undefined) house = new DeviceHouse((told) => postMessage({ told }), data.begin);
  else if (data.ask) void house?.ask(data.ask).then((answer) => postMessage({ number: data.number, answer }));
  else if (data.hear) void house?.hear(data.hear, data.language ?? "fr");
});
