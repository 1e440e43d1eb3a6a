"use strict";

// Day or night as the big page has it. Where a browser keeps nothing, the system says.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch {}
