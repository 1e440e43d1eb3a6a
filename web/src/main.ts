import "./tokens.css";
import "./house.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./house/speaking";
import { version } from "./house/version.svelte";
import { router } from "./router.svelte";

version.begin(import.meta.url);
router.start();
await begin();
mount(App, { target: document.getElementById("house")! });
if (import.meta.env.PROD && navigator.serviceWorker)
  void import("./offline/registering").then(({ register }) => register(import.meta.url));
