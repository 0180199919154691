// A strict reader of the text format of Prometheus, version 0.0.4.

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const HELP = new RegExp(`^# HELP (${NAME}) (.+)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.+)\\})? (\\S+)$`);
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/**
 * The metrics by name: `{ type, samples }`, with samples of `{ name, labels, value }`.
 * Throws if the text is not valid.
 */
export function readMetrics(text) {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const metrics = new Map();
  let current;
  for (const line of text.slice(0, -1).split("\n")) {
    if (HELP.test(line)) current = begin(metrics, HELP.exec(line)[1]);
    else if (TYPE.test(line)) setType(current, TYPE.exec(line));
    else addSample(current, line);
  }
  for (const metric of metrics.values()) check(metric);
  return metrics;
}

function begin(metrics, name) {
  if (metrics.has(name)) throw new Error(`${name} is not in one piece`);
  const metric = { name, type: undefined, samples: [] };
  metrics.set(name, metric);
  return metric;
}

function setType(metric, [, name, type]) {
  if (metric?.name !== name || metric.type) throw new Error(`the type of ${name} is misplaced`);
  metric.type = type;
}

function addSample(metric, line) {
  const [, name, labels = "", number] = SAMPLE.exec(line) ?? [];
  const value = Number(number);
  if (name === undefined || number === "" || !Number.isFinite(value))
    throw new Error(`not a sample: ${line}`);
  if (!namesOf(metric).includes(name)) throw new Error(`misplaced: ${line}`);
  metric.samples.push({ name, labels: labelsOf(labels), value });
}

const namesOf = ({ name, type }) =>
  type === "histogram" ? ["_bucket", "_sum", "_count"].map((suffix) => name + suffix) : [name];

function labelsOf(text) {
  const labels = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name, value] = LABEL.exec(text) ?? [];
    if (name === undefined || name in labels) throw new Error(`not a label: ${text}`);
    labels[name] = value;
  }
  return labels;
}

function check({ name, type, samples }) {
  const ids = samples.map(({ name, labels }) => JSON.stringify([name, labels]));
  if (!type || new Set(ids).size !== ids.length) throw new Error(`${name} has no type, or repeats`);
  if (type !== "gauge" && samples.some(({ value }) => value < 0))
    throw new Error(`${name} is negative`);
  if (type === "counter" && !name.endsWith("_total")) throw new Error(`${name} is not a total`);
  if (type === "histogram") checkHistograms(name, samples);
}

function checkHistograms(name, samples) {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...others } }) => JSON.stringify(others));
  for (const [labels, own] of series) {
    const buckets = own.filter((sample) => sample.name === `${name}_bucket`);
    const counts = buckets.map(({ value }) => value);
    const limits = buckets.map(({ labels: { le } }) => (le === "+Inf" ? Infinity : Number(le)));
    const isSorted = (list) => list.every((value, at) => at === 0 || value >= list[at - 1]);
    const [count] = own.filter((sample) => sample.name === `${name}_count`);
    const isWhole = own.length === buckets.length + 2 && limits.at(-1) === Infinity;
    if (!isWhole || !isSorted(counts) || !isSorted(limits) || count.value !== counts.at(-1))
      throw new Error(`${name}${labels} is not a histogram`);
  }
}
