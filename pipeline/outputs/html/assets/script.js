// What scrolls sideways can be reached and scrolled with the keyboard; what does not stays out of the tab order.
(function () {
  "use strict";

  var REGIONS = ".scroll, pre, .long";

  function update(region) {
    if (region.scrollWidth > region.clientWidth) {
      region.setAttribute("tabindex", "0");
      region.setAttribute("role", "group");
      region.setAttribute("aria-label", "seitlich verschiebbar");
    } else {
      ["tabindex", "role", "aria-label"].forEach(function (name) { region.removeAttribute(name); });
    }
  }

  // Windows change the width of regions; fonts that arrive, and numbers that change, the width of what is in them.
  var observer = new ResizeObserver(function (entries) {
    entries.forEach(function (entry) {
      if (entry.target.isConnected) update(entry.target.closest(REGIONS)); // not what a script has replaced
    });
  });

  // Also for scripts that add such regions.
  window.watchSideways = function (root) {
    root.querySelectorAll(REGIONS).forEach(function (region) {
      observer.observe(region);
      region.querySelectorAll("math, table").forEach(function (wide) { observer.observe(wide); });
    });
  };
  window.watchSideways(document);
  document.fonts.ready.then(function () { document.querySelectorAll(REGIONS).forEach(update); });
})();
