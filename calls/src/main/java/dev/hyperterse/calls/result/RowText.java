package dev.hyperterse.calls.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.result.RowFormat;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Writes rows in the formats that name each column once, from the complete JSON of a connector. So connectors support
 * only JSON, without extra cost (decision 0201).
 */
public final class RowText {
    private static final Optional<byte[]> AS_IT_IS = Optional.empty();
    private static final Optional<byte[]> TWO_QUOTES = bytes("\"\"");
    private static final Optional<byte[]> ESCAPED_BACKSLASH = bytes("\\\\");
    private static final Optional<byte[]> ESCAPED_BAR = bytes("\\|");
    private static final Optional<byte[]> LINE = bytes("<br>");
    private static final Optional<byte[]> NOTHING = bytes("");

    private final ResultBuffer out;

    private RowText(ResultBuffer out) {
        this.out = out;
    }

    /**
     * Writes the result of a tool with these rules from the JSON array of its rows, in the form of the buffer.
     *
     * @throws CallFailure if the result must be one row or value and is not
     */
    public static void write(RowRules rules, byte[] json, ResultBuffer out) {
        switch (rules.shape()) {
            case Rows -> rows(rules.format(), json, out);
            case Row -> new SingleRow(json).row(out::json);
            case Value -> new SingleRow(json).value(out::json);
        }
    }

    private static void rows(RowFormat format, byte[] json, ResultBuffer out) {
        var text = new RowText(out);
        switch (format) {
            case Rows -> out.json(json);
            case Columns -> text.columns(text.read(json));
            case Csv -> text.csv(text.read(json));
            case Markdown -> text.markdown(text.read(json));
        }
    }

    private JsonRows read(byte[] json) {
        return JsonRows.of(json, out.rowsEnd().columns());
    }

    private void columns(JsonRows rows) {
        json("{\"columns\":[");
        for (var index = 0; index < rows.names().size(); index++) {
            separate(index);
            out.json(rows.names().get(index));
        }
        json("],\"rows\":[");
        var separator = new String[] {"["};
        rows.forEach((json, spans) -> {
            json(separator[0]);
            separator[0] = ",[";
            for (var index = 0; index < spans.length; index += 2) {
                separate(index);
                if (spans[index] == spans[index + 1]) {
                    out.json(RowArray.NULL);
                } else {
                    out.json(json, spans[index], spans[index + 1]);
                }
            }
            out.json(']');
        });
        json("]}");
    }

    private void csv(JsonRows rows) {
        for (var index = 0; index < rows.names().size(); index++) {
            separate(index);
            csv(Cell.of(rows.names().get(index)));
        }
        json(rows.names().isEmpty() ? "" : "\n");
        rows.forEach((json, spans) -> {
            for (var index = 0; index < spans.length; index += 2) {
                separate(index);
                csv(Cell.of(json, spans[index], spans[index + 1]));
            }
            json("\n");
        });
    }

    /** Quoted as in RFC 4180; NULL is empty, and an empty text is quoted. */
    private void csv(Cell cell) {
        if (!cell.isQuotedInCsv()) {
            cell.write(out);
            return;
        }
        out.json('"');
        cell.writeReplacing(out, character -> character == '"' ? TWO_QUOTES : AS_IT_IS);
        out.json('"');
    }

    private void markdown(JsonRows rows) {
        if (rows.names().isEmpty()) {
            return;
        }
        rows.names().forEach(name -> markdown(Cell.of(name)));
        json("|\n");
        rows.names().forEach(_ -> json("|---"));
        json("|\n");
        rows.forEach((json, spans) -> {
            for (var index = 0; index < spans.length; index += 2) {
                markdown(Cell.of(json, spans[index], spans[index + 1]));
            }
            json("|\n");
        });
    }

    /** Writes a cell in one line, with bars escaped. */
    private void markdown(Cell cell) {
        out.json('|');
        cell.writeReplacing(out, RowText::inMarkdown);
    }

    private static Optional<byte[]> inMarkdown(byte character) {
        return switch (character) {
            case '\\' -> ESCAPED_BACKSLASH;
            case '|' -> ESCAPED_BAR;
            case '\n' -> LINE;
            case '\r' -> NOTHING;
            default -> AS_IT_IS;
        };
    }

    private void separate(int index) {
        if (index > 0) {
            out.json(',');
        }
    }

    private static Optional<byte[]> bytes(String ascii) {
        return Optional.of(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    private void json(String ascii) {
        out.json(ascii.getBytes(StandardCharsets.US_ASCII));
    }
}
