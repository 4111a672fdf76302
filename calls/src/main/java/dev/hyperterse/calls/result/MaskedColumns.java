package dev.hyperterse.calls.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.RowMask;
import dev.hyperterse.catalog.server.adapter.Masking.Treatment;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Masks the columns of a result by their position.
 *
 * @param hash of a value; empty if there is no key for it
 * @param changed notified when a row has other columns, since the table has changed
 */
public record MaskedColumns(List<Column> columns, Function<String, Optional<String>> hash, Runnable changed)
        implements RowMask {
    private static final int SHOWN = 4;
    /** Of a shorter value, four characters are too much. */
    private static final int LEAST = 8;

    private static final String HIDDEN = "****";

    /** @param name if it is known, as it is where a star stands for the column */
    public record Column(Optional<String> name, Optional<Treatment> treatment) {}

    public MaskedColumns {
        columns = List.copyOf(columns);
    }

    @Override
    public void write(byte[] row, ResultBuffer out) {
        var json = new byte[row.length + 2];
        System.arraycopy(row, 0, json, 1, row.length);
        json[0] = '[';
        json[json.length - 1] = ']';
        var rows = JsonRows.of(json, List.of());
        var names = rows.names();
        requireSame(names);
        rows.forEach((bytes, spans) -> {
            out.json('{');
            for (var index = 0; index < columns.size(); index++) {
                if (index > 0) {
                    out.json(',');
                }
                out.json(names.get(index)).json(':');
                write(columns.get(index).treatment(), bytes, spans[2 * index], spans[2 * index + 1], out);
            }
            out.json('}');
        });
    }

    private void requireSame(List<byte[]> names) {
        var same = names.size() == columns.size();
        for (var index = 0; same && index < names.size(); index++) {
            var found = Cell.of(names.get(index)).text().toLowerCase(Locale.ROOT);
            same = columns.get(index)
                    .name()
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    // A second column of a name has a number behind it.
                    .filter(name -> !found.equals(name) && !found.startsWith(name + "_"))
                    .isEmpty();
        }
        if (!same) {
            changed.run();
            throw new CallFailure(
                    Stage.AUTH,
                    "the result has other columns than its tables had, and columns are masked here; try again");
        }
    }

    private void write(Optional<Treatment> treatment, byte[] json, int from, int to, ResultBuffer out) {
        if (treatment.isEmpty()) {
            out.json(json, from, to);
            return;
        }
        var cell = Cell.of(json, from, to);
        var masked = cell.present() ? masked(treatment.get(), cell.text()) : Optional.<String>empty();
        if (masked.isPresent()) {
            out.quoted(masked.get());
        } else {
            out.json(RowArray.NULL);
        }
    }

    private Optional<String> masked(Treatment treatment, String value) {
        return switch (treatment) {
            case LastFour -> Optional.of(lastFour(value));
            case Hash -> hash.apply(value);
            case SetNull, Refuse -> Optional.empty();
        };
    }

    private static String lastFour(String value) {
        var length = value.codePointCount(0, value.length());
        return length < LEAST ? HIDDEN : HIDDEN + value.substring(value.offsetByCodePoints(0, length - SHOWN));
    }
}
