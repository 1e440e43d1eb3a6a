/** The files of editions are CSV. */

/** The fields of a line; those that hold a comma stand in quotes. */
export function fields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

/** The rows below the names of the columns, each as long as these, with the number of its line in the file. */
export function rowsOf(text: string, columns: number): { line: number; values: string[] }[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .map((line, at) => ({ line: at + 1, values: line ? fields(line) : [] }))
    .slice(1)
    .filter(({ values }) => values.length > 0)
    .map(({ line, values }) => ({ line, values: Array.from({ length: columns }, (_, at) => values[at] ?? "") }));
}

/** Rows as the file of an edition. */
export function written(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return [columns, ...rows].map((row) => `${row.map(quoted).join(",")}\n`).join("");
}
