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

/** Masks the columns of one result by their position. */
public final class MaskedColumns implements RowMask {
    private static final int SHOWN = 4;
    /** Of a shorter value, four characters are too much. */
    private static final int LEAST = 8;

    private static final String HIDDEN = "****";

    private final List<Column> columns;
    private final Function<String, Optional<String>> hash;
    private final Runnable changed;
    private final JsonRows rows = JsonRows.oneByOne();
    private final int[] spans;
    /** Those of the first row: each row has the same in the same order. */
    private List<byte[]> names = List.of();

    private int cells;

    /** @param name if it is known, as it is where a star stands for the column */
    public record Column(Optional<String> name, Optional<Treatment> treatment) {}

    /**
     * @param hash of a value; empty if there is no key for it
     * @param changed notified when a row has other columns, since the table has changed
     */
    public MaskedColumns(List<Column> columns, Function<String, Optional<String>> hash, Runnable changed) {
        this.columns = List.copyOf(columns);
        this.hash = hash;
        this.changed = changed;
        this.spans = new int[2 * columns.size()];
    }

    @Override
    public void write(byte[] row, ResultBuffer out) {
        cells = 0;
        rows.read(row, this::cell);
        require(cells == columns.size());
        if (names.isEmpty()) {
            names = rows.names();
            requireNames();
        }
        out.json('{');
        for (var index = 0; index < cells; index++) {
            if (index > 0) {
                out.json(',');
            }
            out.json(names.get(index)).json(':');
            write(columns.get(index).treatment(), row, spans[2 * index], spans[2 * index + 1], out);
        }
        out.json('}');
    }

    /** A name that the rows before did not have, or not in this place, has another number. */
    private void cell(int column, int from, int to) {
        require(column == cells && column < columns.size());
        spans[2 * column] = from;
        spans[2 * column + 1] = to;
        cells++;
    }

    private void requireNames() {
        for (var index = 0; index < names.size(); index++) {
            var found = Cell.of(names.get(index)).text().toLowerCase(Locale.ROOT);
            require(columns.get(index)
                    .name()
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .filter(name -> !isName(found, name))
                    .isEmpty());
        }
    }

    /** A second column of a name has a number behind it. */
    private static boolean isName(String found, String name) {
        return found.startsWith(name) && found.substring(name.length()).matches("(_[0-9]+)?");
    }

    private void require(boolean same) {
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
