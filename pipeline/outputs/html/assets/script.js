// What scrolls sideways can be reached and scrolled with the keyboard; what does not stays out of the tab order.
(function () {
  "use strict";

  function update(region) {
    if (region.scrollWidth > region.clientWidth) {
      region.setAttribute("tabindex", "0");
      region.setAttribute("role", "group");
      region.setAttribute("aria-label", "seitlich verschiebbar");
    } else {
      ["tabindex", "role", "aria-label"].forEach(function (name) { region.removeAttribute(name); });
    }
  }

  var observer = new ResizeObserver(function (entries) {
    entries.forEach(function (entry) { update(entry.target); });
  });
  document.querySelectorAll(".scroll, pre, .long").forEach(function (region) { observer.observe(region); });
})();
