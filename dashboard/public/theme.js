// Runs before the first paint, so that a chosen theme does not flash in the other one.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("tickwheel.theme");
  } catch {
    // Storage may be forbidden: then the system decides.
  }
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
