/** Being told outside the page: what this browser can do, and what becomes of what was pushed. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { follow, renewSubscription, tell, type Window } from "../src/offline/notifying";
import { deviceName, obstacleIn, subscribe, type Surroundings } from "../src/offline/push";

const IPAD = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1";
const ANDROID = "Mozilla/5.0 (Android 14; Mobile; rv:124.0) Gecko/124.0 Firefox/124.0";
const EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/122.0.0.0 Safari/537.36 Edg/122.0.0.0";

beforeEach(() => void vi.stubGlobal("navigator", { userAgent: ANDROID }));
afterEach(() => vi.unstubAllGlobals());

const usual: Surroundings = {
  isSecure: true,
  hasPush: true,
  permission: "default",
  agent: ANDROID,
  touches: true,
  isInstalled: false,
};

test.each([
  [{}, null],
  [{ permission: "granted" }, null],
  [{ permission: "denied" }, "denied"],
  [{ isSecure: false, hasPush: false }, "insecure"],
  [{ hasPush: false }, "unsupported"],
  [{ hasPush: false, agent: IPHONE }, "home_screen"],
  [{ hasPush: false, agent: IPAD }, "home_screen"],
  [{ hasPush: false, agent: IPAD, touches: false }, "unsupported"], // a Mac
  [{ hasPush: false, agent: IPHONE, isInstalled: true }, "unsupported"], // a system of before
] as const)("%o is kept from being told by %s", (own, obstacle) => {
  expect(obstacleIn({ ...usual, ...own })).toBe(obstacle);
});

test.each([
  [ANDROID, "Firefox, Android"],
  [IPHONE, "Safari, iPhone"],
  [EDGE, "Edge, Windows"],
  ["something else", ""],
])("%s is called %s", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

const KEY = "-_8";
const KEY_BYTES = new Uint8Array([0xfb, 0xff]).buffer;

/** A push manager that has a subscription for a key, or none. */
function manager(key: ArrayBuffer | null) {
  const before = { options: { applicationServerKey: key }, unsubscribe: vi.fn() };
  const made = { endpoint: "https://push.test/1", toJSON: () => ({ keys: { p256dh: "p", auth: "a" } }) };
  const own = { getSubscription: async () => before, subscribe: vi.fn(async () => made) };
  return { before, own, push: own as unknown as PushManager };
}

describe("a browser that subscribes", () => {
  test("does so with the house's key, and shows whatever comes", async () => {
    const { own, push } = manager(KEY_BYTES);
    const wanted = { endpoint: "https://push.test/1", p256dh: "p", auth: "a", device: "Firefox, Android" };
    expect(await subscribe(push, KEY)).toEqual(wanted);
    expect(own.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
  });

  test.each([
    [KEY_BYTES, 0],
    [new Uint8Array([1, 2]).buffer, 1],
  ])("gives up what it had for another key", async (key, times) => {
    const { before, push } = manager(key);
    await subscribe(push, KEY);
    expect(before.unsubscribe).toHaveBeenCalledTimes(times);
  });
});

const TABLE = "https://house.test/table/t1";
const pushed = { title: "À vous", body: "Ben a joué.", url: TABLE, tag: "t1" };

function worker(...pages: [url: string, visibilityState: DocumentVisibilityState][]) {
  const all: Window[] = pages.map(([url, visibilityState]) => ({ url, visibilityState, focus: vi.fn() }));
  const windows = { matchAll: async () => all, openWindow: vi.fn() };
  const own = {
    scope: "https://house.test/",
    showNotification: vi.fn(async () => {}),
    pushManager: manager(null).push,
  };
  return { all, windows, own, on: own as unknown as ServiceWorkerRegistration };
}

describe("what was pushed", () => {
  test.each([
    [[], 1],
    [[[TABLE, "hidden"]], 1],
    [[["https://house.test/table/t2", "visible"]], 1],
    [[[TABLE, "visible"]], 0],
    [[[`${TABLE}?of=mail`, "visible"]], 0],
  ] as [[string, DocumentVisibilityState][], number][])("with %j open is shown %i times", async (pages, times) => {
    const { own, on, windows } = worker(...pages);
    await tell(on, pushed, windows);
    expect(own.showNotification).toHaveBeenCalledTimes(times);
  });

  test("is one notification a table, with what leads there", async () => {
    const { own, on, windows } = worker();
    await tell(on, pushed, windows);
    expect(own.showNotification).toHaveBeenCalledWith("À vous", {
      body: "Ben a joué.",
      tag: "t1",
      icon: "https://house.test/icon-192.png",
      badge: "https://house.test/badge-96.png",
      data: { url: TABLE },
    });
  });

  test("leads to the page that is open, on a site by its fragment", async () => {
    const [one, other] = ["https://files.test/#/table/d-1", "https://files.test/#/table/d-2"];
    const { all, windows } = worker([one, "hidden"], [other, "hidden"]);
    const notification = { close: vi.fn(), data: { url: other } } as unknown as Notification;
    await follow(notification, windows);
    expect([all[0]!.focus, all[1]!.focus].map((focus) => vi.mocked(focus).mock.calls.length)).toEqual([0, 1]);
    expect(windows.openWindow).not.toHaveBeenCalled();
  });
});

describe("a subscription that the browser gave up", () => {
  test.each([
    ["https://push.test/0", ["GET", "POST", "DELETE"]], // the house knows it
    ["https://push.test/unknown", ["GET"]], // the house tells by it no more
    [null, ["GET", "POST"]], // the browser does not say which
  ])("%s is renewed as the house knows it", async (endpoint, asked) => {
    const channels = [{ id: "c1", by: "push", endpoint: "https://push.test/0" }];
    const house = vi.fn(async (..._: [string, RequestInit?]) => Response.json({ channels, push_key: KEY }));
    vi.stubGlobal("fetch", house);
    await renewSubscription(worker().on, endpoint ? ({ endpoint } as PushSubscription) : null);
    expect(house.mock.calls.map(([, init]) => init?.method ?? "GET")).toEqual(asked);
  });
});
