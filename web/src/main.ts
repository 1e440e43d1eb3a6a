import "./tokens.css";
import "./house.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./house/speaking";
import { version } from "./house/version.svelte";
import { register } from "./offline/registering";
import { router } from "./router.svelte";

version.begin(import.meta.url);
register(import.meta.url);
router.start();
await begin();
mount(App, { target: document.getElementById("house")! });
