// Lists to tick off: each item gets a box, which only this page view remembers.
(function () {
  "use strict";

  for (const item of document.querySelectorAll(".checklist li")) {
    const box = document.createElement("input"), label = document.createElement("label");
    box.type = "checkbox";
    label.append(box, " ", ...item.childNodes);
    item.append(label);
  }
})();
