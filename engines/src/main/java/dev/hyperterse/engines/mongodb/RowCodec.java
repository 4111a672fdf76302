package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.result.RowArray;
import java.util.Optional;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;

/**
 * Writes each document of a cursor into the result while the driver decodes it, so that none is stored. An exceeded
 * limit must not end decoding, or the driver would not read the id of the cursor to close: the remaining documents are
 * skipped.
 */
final class RowCodec implements Codec<RowCodec.Row> {
    /** Stands for a document that was written into the answer. */
    record Row() {}

    private static final Row WRITTEN = new Row();

    private final ResultBuffer out;
    private final RelaxedJson json;
    private final RowArray rows;
    private Optional<CallFailure> failure = Optional.empty();

    RowCodec(ResultBuffer out, int maxRows) {
        this.out = out;
        this.json = new RelaxedJson(out);
        this.rows = new RowArray(out, maxRows);
    }

    @Override
    public Row decode(BsonReader reader, DecoderContext context) {
        if (failure.isPresent()) {
            skip(reader);
            return WRITTEN;
        }
        try {
            row(reader);
        } catch (CallFailure broken) {
            failure = Optional.of(broken);
        }
        return WRITTEN;
    }

    /** Writes one row of a result without a cursor. */
    void value(BsonReader reader, String column) {
        if (!rows.beginRow()) {
            reader.skipValue();
            return;
        }
        var before = reader.getMark();
        try {
            out.json('{').quoted(column).json(':');
            json.value(reader);
            rows.endRow(1);
        } catch (ResultTooLarge tooLarge) {
            before.reset();
            reader.skipValue();
            rows.leaveOut(tooLarge);
        }
    }

    /** Writes a document of the reply as one row. */
    void row(BsonReader reader) {
        var before = reader.getMark();
        try {
            if (rows.beginRow()) {
                json.document(reader);
                rows.endDocument();
            } else {
                skip(reader);
            }
        } catch (CallFailure broken) {
            before.reset();
            skip(reader);
            leaveOut(broken);
        }
    }

    private void leaveOut(CallFailure broken) {
        if (broken instanceof ResultTooLarge tooLarge) {
            rows.leaveOut(tooLarge);
        } else {
            throw broken;
        }
    }

    /** The number of rows to request from a cursor. */
    int wanted() {
        return rows.wanted();
    }

    /** Whether a row was left out, so that the following rows are too. */
    boolean isTruncated() {
        return rows.isTruncated();
    }

    /** @throws CallFailure when a limit was exceeded */
    void check() {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    int end() {
        check();
        return rows.end();
    }

    private static void skip(BsonReader reader) {
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            reader.skipName();
            reader.skipValue();
        }
        reader.readEndDocument();
    }

    @Override
    public void encode(BsonWriter writer, Row row, EncoderContext context) {
        throw new UnsupportedOperationException("rows are only read");
    }

    @Override
    public Class<Row> getEncoderClass() {
        return Row.class;
    }
}
