// What scrolls sideways can be reached and scrolled with the keyboard; what does not stays out of the tab order.
(function () {
  "use strict";

  var regions = document.querySelectorAll(".scroll, pre, .long");

  function update(region) {
    if (region.scrollWidth > region.clientWidth) {
      region.setAttribute("tabindex", "0");
      region.setAttribute("role", "group");
      region.setAttribute("aria-label", "seitlich verschiebbar");
    } else {
      ["tabindex", "role", "aria-label"].forEach(function (name) { region.removeAttribute(name); });
    }
  }

  // Windows change the width of regions, fonts that arrive change the width of what is in them.
  var observer = new ResizeObserver(function (entries) {
    entries.forEach(function (entry) { update(entry.target); });
  });
  regions.forEach(function (region) { observer.observe(region); });
  document.fonts.ready.then(function () { regions.forEach(update); });
})();
