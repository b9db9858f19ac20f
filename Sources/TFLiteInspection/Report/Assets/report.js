"use strict";
(() => {
  const data = window.report;
  const byIndex = new Map(data.operators.map((operator) => [operator.index, operator]));
  const state = { shown: data.operators, order: "index", scale: "layer", zoom: 0, current: null };
  const $ = (id) => document.getElementById(id);

  // MARK: Building blocks

  /** An element with attributes and children; texts stay texts, whatever a model's names contain. */
  function el(tag, attributes, ...children) {
    const isSVG = ["svg", "rect", "line", "text", "title", "g"].includes(tag);
    const node = isSVG ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (key === "style" && typeof value === "object") Object.assign(node.style, value);
      else node.setAttribute(key, value === true ? "" : value);
    }
    for (const child of children.flat(Infinity)) {
      if (child !== null && child !== undefined) node.append(child.nodeType ? child : String(child));
    }
    return node;
  }

  function number(value) {
    if (value === null || value === undefined) return "–";
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size < 1e-3 || size >= 1e6) return value.toExponential(2);
    return String(Number(value.toPrecision(4)));
  }
  const decibels = (value) => (value === null || value === undefined ? "∞" : value.toFixed(1));
  const percent = (value) => (100 * value).toFixed(value < 0.0995 ? 1 : 0) + " %";
  const count = (value) => value.toLocaleString("en");
  function metric(value) {
    for (const [size, unit] of [[1e9, " G"], [1e6, " M"], [1e3, " k"]]) {
      if (value >= size) return Number((value / size).toPrecision(3)) + unit;
    }
    return String(value);
  }
  const shape = (dimensions) => dimensions.length ? dimensions.join(" × ") : "scalar";

  const card = (title, ...children) => el("section", { class: "card" }, el("h3", {}, title), ...children);
  const facts = (rows) => el("dl", {}, rows.filter((row) => row[1] !== null && row[1] !== undefined && row[1] !== "")
    .map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
  function table(header, rows, right) {
    const kind = (column) => right.includes(column) ? "r" : header[column] === "tensor" ? "w" : null;
    const cell = (tag, value, column) => el(tag, { class: kind(column) }, value);
    return el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, header.map((value, column) => cell("th", value, column)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((value, column) => cell("td", value, column)))))));
  }
  const link = (index, text) => el("a", { href: "#op" + index }, text);

  /** A color for a kind of operator, always the same one. */
  function kindColor(name) {
    let hash = 7;
    for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 3600;
    return `hsl(${hash / 10} 45% 55%)`;
  }

  const worst = (operator) => operator.outputs.map((output) => output.difference).filter(Boolean)
    .reduce((least, difference) => {
      const snr = difference.accumulated.differing === 0 ? Infinity : difference.accumulated.snr_db ?? -Infinity;
      return Math.min(least, snr);
    }, Infinity);
  const differs = (operator) => operator.outputs.some((output) => output.difference?.accumulated.differing > 0);
  /** How far an operator's results are from the reference's, in a word; nothing where there is no counterpart. */
  const error = (operator) => !operator.outputs.some((output) => output.difference) ? ""
    : !differs(operator) ? "same" : decibels(worst(operator)) + " dB";

  // MARK: The list

  const longest = Math.max(...data.operators.map((operator) => operator.milliseconds || 0)) || 1;

  function row(operator) {
    const first = operator.outputs[0];
    const snr = worst(operator);
    const value = data.comparison
      ? el("span", { class: "v" + (differs(operator) ? " bad" : "") }, error(operator))
      : el("span", { class: "v" }, operator.milliseconds === null ? "" : operator.milliseconds.toFixed(2) + " ms");
    // In a comparison the bar is the error: full at 0 dB and below, empty from 40 dB on.
    const share = data.comparison ? (differs(operator) ? Math.min(1, Math.max(.02, 1 - snr / 40)) : 0)
      : (operator.milliseconds || 0) / longest;
    const bar = data.comparison && !error(operator) ? null
      : el("span", { class: "b" + (data.comparison ? " error" : "") }, el("i", { style: { width: 100 * share + "%" } }));
    return el("li", {}, el("a", { href: "#op" + operator.index, "data-index": operator.index, tabindex: -1, style: { "--kind": "" } },
      el("span", { class: "n" }, operator.index), el("span", { class: "o" }, operator.name), value,
      el("span", { class: "s" }, first ? shape(first.shape) : ""), bar));
  }

  function showList() {
    const text = $("filter").value.trim().toLowerCase();
    const words = text.split(/\s+/).filter(Boolean);
    const matches = (operator) => {
      const content = [operator.index, operator.name, operator.name.replaceAll("_", ""),
        ...operator.outputs.flatMap((output) => [output.name, output.type, shape(output.shape), output.shape.join("x")]),
      ].join(" ").toLowerCase();
      return words.every((word) => content.includes(word));
    };
    state.shown = data.operators.filter(matches);
    if (state.order === "time") state.shown.sort((a, b) => (b.milliseconds || 0) - (a.milliseconds || 0));
    if (state.order === "error") state.shown.sort((a, b) => worst(a) - worst(b));
    const rows = state.shown.map(row);
    rows.forEach((item, position) => {
      item.firstChild.style.setProperty("--kind", kindColor(state.shown[position].name));
    });
    $("list").replaceChildren(...rows);
    $("count").textContent = words.length ? `${state.shown.length} of ${data.operators.length}` : "";
    mark();
  }

  function mark() {
    for (const item of $("list").querySelectorAll("a")) {
      const isCurrent = Number(item.dataset.index) === state.current;
      item.classList.toggle("on", isCurrent);
      if (isCurrent) item.setAttribute("aria-current", "page"); else item.removeAttribute("aria-current");
      if (isCurrent) item.scrollIntoView({ block: "nearest" });
    }
  }

  // MARK: The overview

  function bars(title, note, values, format, isBad) {
    const [width, height, top] = [900, 120, 14];
    const greatest = Math.max(...values.map((value) => value ?? 0), 1e-12);
    const step = width / values.length;
    const chart = el("svg", { class: "bars", viewBox: `0 0 ${width} ${height + top + 16}`, role: "img", "aria-label": title },
      el("line", { x1: 0, x2: width, y1: height + top, y2: height + top }),
      values.map((value, position) => {
        if (value === null) return null;
        const length = Math.max(1, height * Math.min(value, greatest) / greatest);
        const operator = data.operators[position];
        return el("rect", {
          x: position * step + step * .1, width: step * .8, y: top + height - length, height: length,
          class: isBad(value) ? "bad" : null, onclick: () => { location.hash = "op" + operator.index; },
        }, el("title", {}, `${operator.index} ${operator.name}: ${format(value)}`));
      }),
      data.operators.map((operator, position) => position % Math.ceil(values.length / 16) === 0
        ? el("text", { x: position * step + step / 2, y: height + top + 13, "text-anchor": "middle" }, operator.index) : null),
      el("text", { x: 0, y: 10 }, format(greatest)));
    return el("section", { class: "card" }, el("h3", {}, title, el("small", {}, note)), chart);
  }

  function overview() {
    const model = data.model;
    const page = el("article", {}, el("h1", {}, model.name), el("p", { class: "sub" }, model.about));
    if (data.comparison) {
      const first = data.comparison.first_differing;
      page.append(card("Comparison",
        el("p", { style: { margin: "0 0 6px" } }, el("span", { class: "badge" }, data.comparison.subject), "against ",
          el("span", { class: "badge" }, data.comparison.reference)),
        first === null ? el("p", { class: "good", style: { margin: 0 } }, "Every result is the same.")
          : el("p", { class: "bad", style: { margin: 0 } }, "The first result that differs: ",
            link(first, `operator ${first}, ${byIndex.get(first)?.name}`)),
        data.comparison.blamed === null ? null
          : el("p", { style: { margin: "4px 0 0" } }, "The greatest error of its own: ",
            link(data.comparison.blamed, `operator ${data.comparison.blamed}, ${byIndex.get(data.comparison.blamed)?.name}`)),
        data.comparison.caveats.map((text) => el("p", { class: "note" }, text))));
    }
    if (data.pictures.length) {
      page.append(el("section", { class: "card" }, el("h3", {}, "Input"), el("div", { class: "photos" },
        data.pictures.map((picture) => el("figure", {},
          el("img", { src: picture.file, alt: picture.caption, width: picture.width, height: picture.height, style: { height: "auto" } }),
          el("figcaption", {}, picture.caption))))));
    }
    page.append(el("div", { class: "cards" }, card("Model", facts(model.facts)), card("Run", facts(data.run))));
    const tensors = (list) => table(["tensor", "type", "shape", "quantization", "range"],
      list.map((tensor) => [tensor.name, tensor.type, shape(tensor.shape), tensor.quantization,
        `${number(tensor.least)} to ${number(tensor.greatest)}`]), []);
    page.append(card("Inputs", tensors(data.inputs)), card("Outputs", tensors(data.outputs)));
    if (data.operators.some((operator) => operator.milliseconds)) {
      page.append(bars("Time", "milliseconds of each operator; click one", data.operators.map((operator) => operator.milliseconds),
        (value) => value.toFixed(2) + " ms", () => false));
    }
    if (data.comparison) {
      const errors = data.operators.map((operator) => operator.outputs.reduce((greatest, output) => output.difference
        ? Math.max(greatest ?? 0, output.difference.accumulated.max_abs_steps ?? output.difference.accumulated.max_abs ?? 1e12)
        : greatest, null));
      page.append(bars("Greatest difference", "steps where quantized, else real values; each side on its own activations",
        errors, number, (value) => value > 0));
      const own = data.operators.map((operator) => operator.outputs.reduce((greatest, output) => output.difference
        ? Math.max(greatest ?? 0, output.difference.isolated.max_abs_steps ?? output.difference.isolated.max_abs ?? 1e12)
        : greatest, null));
      page.append(bars("Greatest difference of its own", "each operator on the reference's activations", own, number,
        (value) => value > 0));
    }
    if (data.health.length) {
      page.append(el("section", { class: "card" },
        el("h3", {}, "Quantization", el("small", {}, "the worst first")),
        table(["#", "operator", "at lowest", "at highest", "range used", "dead channels", "scale", "zero point"]
          .concat(data.health.some((row) => row.snr_db !== null) ? ["SNR dB"] : []),
          data.health.map((row) => [row.index, link(row.index, row.operator), percent(row.saturated_low), percent(row.saturated_high),
            percent(row.used_range), row.channels ? `${row.dead_channels} of ${row.channels}` : "", number(row.scale), row.zero_point]
            .concat(data.health.some((other) => other.snr_db !== null) ? [decibels(row.snr_db)] : [])),
          [0, 2, 3, 4, 5, 6, 7, 8])));
    }
    // On paper there is no list beside the page.
    page.append(el("section", { class: "card paper" }, el("h3", {}, "Operators"),
      table(["#", "operator", "tensor", "type", "shape", data.comparison ? "SNR" : "ms"],
        data.operators.map((operator) => [operator.index, operator.name, operator.outputs[0]?.name ?? "",
          operator.outputs[0]?.type ?? "", operator.outputs[0] ? shape(operator.outputs[0].shape) : "",
          data.comparison ? error(operator)
            : operator.milliseconds === null ? "" : operator.milliseconds.toFixed(3)]), [0, 5])));
    return page;
  }

  // MARK: An operator

  function histogram(output) {
    const bins = output.histogram;
    const [width, height] = [420, 110];
    const greatest = Math.max(...bins, 1);
    const step = width / bins.length;
    // A square root keeps small bins visible beside a great one.
    const heightOf = (value) => height * Math.sqrt(value / greatest);
    return el("svg", { class: "hist", viewBox: `0 0 ${width} ${height + 16}`, role: "img", "aria-label": "histogram of values" },
      bins.map((value, position) => el("rect", {
        x: position * step + .5, width: Math.max(step - 1, .5), y: height - heightOf(value), height: heightOf(value),
      }, el("title", {}, `${count(value)} values`))),
      el("text", { x: 0, y: height + 13 }, number(output.least)),
      el("text", { x: width, y: height + 13, "text-anchor": "end" }, number(output.greatest)));
  }

  function values(output) {
    const health = output.health;
    return card("Values", histogram(output), facts([
      ["least, mean, greatest", `${number(output.least)}, ${number(output.mean)}, ${number(output.greatest)}`],
      ["infinite or no number", output.not_finite ? el("span", { class: "bad" }, count(output.not_finite)) : null],
      ["at lowest, highest", health ? `${percent(health.saturated_low)}, ${percent(health.saturated_high)}` : null],
      ["range used", health ? percent(health.used_range) : null],
      ["dead channels", health && health.channels ? `${health.dead_channels} of ${health.channels}` : null],
    ]));
  }

  function comparison(difference) {
    const rows = [[`differing of ${count(difference.accumulated.elements)}`, (m) => count(m.differing)],
      ["greatest, in steps", (m) => m.max_abs_steps === null ? null : number(m.max_abs_steps)],
      ["greatest", (m) => m.max_abs === null ? "∞" : number(m.max_abs)], ["mean", (m) => number(m.mean_abs)],
      ["mean squared", (m) => number(m.mse)], ["cosine", (m) => m.cosine === null ? "–" : m.cosine.toFixed(6)],
      ["SNR", (m) => m.differing === 0 ? "∞" : m.snr_db === null ? "–" : decibels(m.snr_db) + " dB"]];
    return card("Difference", table(["", "accumulated", "isolated"],
      rows.map(([name, text]) => [name, text(difference.accumulated), text(difference.isolated)])
        .filter((cells) => cells[1] !== null), [1, 2]));
  }

  const gap = 2;

  const pictures = new Map();

  /** A picture that is loaded once. */
  function picture(file) {
    if (!pictures.has(file)) {
      const image = new Image();
      image.src = file;
      pictures.set(file, image);
    }
    return pictures.get(file);
  }

  /** As many columns as the page has room for. */
  function shownColumns(grid, zoom) {
    const room = $("main").clientWidth - 92;
    return Math.max(1, Math.min(grid.channels, Math.floor((room + gap) / (grid.width * zoom + gap))));
  }

  /** The tiles of a picture, each enlarged, with gaps of the same size at any scale. */
  function tiles(grid, file, zoom, alt) {
    const columns = shownColumns(grid, zoom);
    const rows = Math.ceil(grid.channels / columns);
    const [tileWidth, tileHeight] = [grid.width * zoom, grid.height * zoom];
    const canvas = el("canvas", {
      width: columns * (tileWidth + gap) - gap, height: rows * (tileHeight + gap) - gap, role: "img", "aria-label": alt,
    });
    const image = picture(file);
    const draw = () => {
      const context = canvas.getContext("2d");
      context.imageSmoothingEnabled = false;
      for (let channel = 0; channel < grid.channels; channel += 1) {
        const [left, top] = [channel % grid.columns, Math.floor(channel / grid.columns)];
        const [column, line] = [channel % columns, Math.floor(channel / columns)];
        context.drawImage(image, left * grid.width, top * grid.height, grid.width, grid.height,
          column * (tileWidth + gap), line * (tileHeight + gap), tileWidth, tileHeight);
      }
    };
    if (image.complete) draw(); else image.addEventListener("load", draw);
    return canvas;
  }

  function maps(output) {
    const grid = output.maps;
    const section = el("section", { class: "card maps" });
    function draw() {
      const isSingle = grid.channels === 1;
      const [widest, highest] = isSingle ? [960, 420] : [60, 60];
      const fitting = Math.max(1, Math.min(24, Math.floor(Math.min(widest / grid.width, highest / grid.height))));
      const zoom = Math.max(1, fitting + state.zoom);
      const where = el("span", { class: "where" });
      const locate = (event) => {
        const area = event.target.getBoundingClientRect();
        const column = Math.floor((event.clientX - area.left) / (grid.width * zoom + gap));
        const line = Math.floor((event.clientY - area.top) / (grid.height * zoom + gap));
        const columns = shownColumns(grid, zoom);
        const channel = line * columns + column;
        const range = grid.ranges[channel];
        where.textContent = column < columns && channel < grid.channels && range
          ? `channel ${channel}: ${number(range[0])} to ${number(range[1])}` : "";
      };
      const shown = (file, alt) => {
        const canvas = tiles(grid, file, zoom, alt);
        canvas.addEventListener("mousemove", locate);
        return el("div", { class: "grid" }, canvas);
      };
      const choice = (name, label) => el("button", {
        class: state.scale === name ? "on" : null, onclick: () => { state.scale = name; draw(); },
      }, label);
      const usesChannels = state.scale === "channel" && grid.channel;
      section.replaceChildren(
        el("h3", {}, isSingle ? "As a picture" : `${grid.channels} feature maps`,
          el("small", {}, grid.reduction > 1 ? `one pixel shows the mean of ${grid.reduction} × ${grid.reduction}` : "")),
        el("div", { class: "bar" },
          isSingle ? null : el("span", { class: "group" }, choice("layer", "scale of the layer"), choice("channel", "of each channel")),
          el("span", { class: "group" },
            el("button", { "aria-label": "smaller", onclick: () => { state.zoom -= 1; draw(); } }, "−"),
            el("button", { "aria-label": "larger", onclick: () => { state.zoom += 1; draw(); } }, "+")),
          el("span", { class: "legend" }, usesChannels ? "its least" : number(output.least),
            el("i", { class: "viridis" }), usesChannels ? "its greatest" : number(output.greatest)), where),
        el("div", { class: "pair" },
          el("div", {}, grid.difference ? el("h4", {}, data.comparison.subject) : null,
            shown(usesChannels ? grid.channel : grid.layer, "feature maps of " + output.name)),
          grid.difference ? el("div", {}, el("h4", {}, "difference to ", data.comparison.reference, " ",
            el("span", { class: "legend inline" }, number(-grid.difference_limit),
              el("i", { class: "diverging" }), number(grid.difference_limit))),
          shown(grid.difference, "differences of " + output.name)) : null));
    }
    draw();
    section.redraw = draw;
    return section;
  }

  function page(operator) {
    const position = state.shown.indexOf(operator);
    const neighbor = (offset, label) => {
      const other = state.shown[position + offset];
      return el("button", { disabled: !other, onclick: () => other && go(other.index) }, label);
    };
    const result = el("article", { class: "page" },
      el("span", { class: "step" }, neighbor(-1, "← previous"), neighbor(1, "next →")),
      el("h2", {}, el("span", { class: "n" }, operator.index), operator.name),
      el("p", { class: "sub" }, operator.outputs.map((output) => output.name).join(", ")));
    const first = operator.outputs[0];
    result.append(el("div", { class: "cards" },
      card("Operator", facts([
        ["time", operator.milliseconds === null ? null
          : `${operator.milliseconds.toFixed(3)} ms, ${percent(operator.share)} of all`],
        ["kernel", operator.kernel],
        ["MACs", operator.macs ? metric(operator.macs)
          + (operator.milliseconds ? `, ${number(operator.macs / operator.milliseconds / 1e6)} GMAC/s` : "") : null],
        ["constants", operator.constant_bytes ? count(operator.constant_bytes) + " bytes" : null],
        ...operator.options])),
      first && first.histogram ? values(first) : null,
      first && first.difference ? comparison(first.difference) : null));
    operator.outputs.forEach((output, number) => {
      if (number > 0 && output.histogram) {
        result.append(el("p", { class: "sub" }, `output ${number}: ${output.name}`));
        result.append(el("div", { class: "cards" }, values(output), output.difference ? comparison(output.difference) : null));
      }
      if (output.maps) result.append(maps(output));
      if (output.maps_left_out) {
        result.append(el("p", { class: "note" }, "No feature maps: those of the operators before take all the room that a "
          + "report has for pictures. A trace of fewer operators shows them."));
      }
    });
    result.append(card("Tensors", table(["", "tensor", "type", "shape", "quantization"],
      operator.inputs.map((input, number) => ["input " + number,
        input === null ? "omitted" : input.producer === null ? input.name + (input.is_constant ? " (constant)" : "")
          : link(input.producer, input.name),
        input ? input.type : "", input ? shape(input.shape) : "", input ? input.quantization : ""])
        .concat(operator.outputs.map((output, number) =>
          ["output " + number, output.name, output.type, shape(output.shape), output.quantization])), [])));
    return result;
  }

  // MARK: Moving around

  function go(index) { location.hash = index === null ? "overview" : "op" + index; }

  function show() {
    const match = /^#op(\d+)$/.exec(location.hash);
    const operator = match ? byIndex.get(Number(match[1])) : null;
    state.current = operator ? operator.index : null;
    state.zoom = 0;
    $("main").replaceChildren(operator ? page(operator) : overview());
    $("main").scrollTop = 0;
    document.title = (operator ? `${operator.index} ${operator.name} – ` : "") + data.model.name;
    mark();
  }

  function move(offset) {
    const position = state.shown.findIndex((operator) => operator.index === state.current);
    const next = position < 0 ? (offset > 0 ? 0 : state.shown.length - 1) : position + offset;
    if (state.shown[next]) go(state.shown[next].index);
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === $("filter")) {
      if (event.key === "Escape") { $("filter").value = ""; showList(); $("filter").blur(); }
      if (event.key === "Enter" && state.shown[0]) { go(state.shown[0].index); $("filter").blur(); }
      return;
    }
    const inList = $("list").contains(document.activeElement);
    const actions = {
      j: () => move(1), k: () => move(-1), o: () => go(null),
      ArrowDown: inList ? () => move(1) : null, ArrowUp: inList ? () => move(-1) : null,
      ArrowRight: () => move(1), ArrowLeft: () => move(-1),
      "/": () => $("filter").focus(),
      s: () => { state.scale = state.scale === "layer" ? "channel" : "layer"; document.querySelectorAll(".maps").forEach((node) => node.redraw()); },
      Home: inList ? () => go(state.shown[0]?.index ?? null) : null,
      End: inList ? () => go(state.shown[state.shown.length - 1]?.index ?? null) : null,
    };
    const action = actions[event.key];
    if (action) { event.preventDefault(); action(); }
  });
  $("filter").addEventListener("input", showList);
  document.querySelectorAll(".tools button").forEach((button) => {
    if (button.dataset.order === "error") button.hidden = !data.comparison;
    button.addEventListener("click", () => {
      state.order = button.dataset.order;
      document.querySelectorAll(".tools button").forEach((other) => other.classList.toggle("on", other === button));
      showList();
    });
  });
  window.addEventListener("hashchange", show);
  window.addEventListener("resize", () => document.querySelectorAll(".maps").forEach((node) => node.redraw()));
  $("model-name").textContent = data.model.name;
  $("model-facts").textContent = `${data.operators.length} operators, ${metric(data.model.macs)} MACs`;
  showList();
  show();
})();
