package dev.hyperterse.runtime.connector.mongodb;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.memory.ResultBuffer;
import java.util.Optional;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;

/**
 * Writes each document of a cursor into the answer while the driver decodes it, so that none is held. A bound that is broken
 * must not end the decoding, or the driver would not learn of the cursor that it has to close: what follows is stepped over.
 */
final class RowCodec implements Codec<RowCodec.Row> {
    /** Stands for a document that is in the answer. */
    record Row() {}

    private static final Row WRITTEN = new Row();

    private final ResultBuffer out;
    private final RelaxedJson json;
    private final int maxRows;
    private int rows;
    private Optional<CallFailure> failure = Optional.empty();

    RowCodec(ResultBuffer out, int maxRows) {
        this.out = out;
        this.json = new RelaxedJson(out);
        this.maxRows = maxRows;
    }

    @Override
    public Row decode(BsonReader reader, DecoderContext context) {
        var before = reader.getMark();
        if (failure.isEmpty()) {
            try {
                begin();
                json.document(reader);
                return WRITTEN;
            } catch (CallFailure broken) {
                failure = Optional.of(broken);
                before.reset();
            }
        }
        skip(reader);
        return WRITTEN;
    }

    /** One row of a result that is no cursor. */
    void value(BsonReader reader, String column) {
        begin();
        out.json('{').quoted(column).json(':');
        json.value(reader);
        out.json('}');
    }

    /** One row that is a document of the reply. */
    void row(BsonReader reader) {
        begin();
        json.document(reader);
    }

    private void begin() {
        if (rows == maxRows) {
            throw new CallFailure(Stage.RESULT, "the statement returns more than %d rows".formatted(maxRows));
        }
        rows++;
        out.json(rows == 1 ? '[' : ',');
    }

    /** @throws CallFailure when a bound was broken */
    void check() {
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    /** @return the number of rows */
    int end() {
        check();
        if (rows == 0) {
            out.json('[');
        }
        out.json(']');
        return rows;
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
