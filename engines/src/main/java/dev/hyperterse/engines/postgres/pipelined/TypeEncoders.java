package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.engines.postgres.pipelined.statement.RowDescription;
import dev.hyperterse.engines.postgres.pipelined.statement.Shape;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfile;
import dev.hyperterse.engines.postgres.rows.CellEncoder;
import dev.hyperterse.engines.postgres.rows.Columns;
import dev.hyperterse.engines.postgres.rows.PostgresTypes;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.core.Oid;

/**
 * The encoders of the types of one database. For types that are not built in, the engine is asked whether they are
 * arrays.
 */
final class TypeEncoders {
    private static final int MOST = 4096;

    private final Map<Integer, CellEncoder> asked = new ConcurrentHashMap<>();

    /** The shape of the statement, preferably the known one; empty when a type has to be looked up. */
    Optional<Shape> shape(StatementProfile profile, RowDescription description) {
        var usual = profile.shape().filter(shape -> shape.fits(description));
        return usual.isPresent() ? usual : columns(description).map(Shape::of);
    }

    private Optional<Columns> columns(RowDescription description) {
        var types = description.types();
        var encoders = new CellEncoder[types.length];
        for (var index = 0; index < types.length; index++) {
            encoders[index] = encoder(types[index]);
            if (encoders[index] == null) {
                return Optional.empty();
            }
        }
        return Optional.of(Columns.of(description.labels(), types, encoders));
    }

    /** The query for the unknown types. */
    TypeQuestion question(RowDescription description) {
        return new TypeQuestion(PostgresTypes.arraysAmong(unknown(description)));
    }

    /** Stores the response: the types that are arrays. */
    void learn(RowDescription description, List<List<String>> arrays) throws ProtocolViolation {
        if (asked.size() >= MOST) {
            asked.clear();
        }
        try {
            for (var array : arrays) {
                var item = Integer.parseUnsignedInt(array.get(1));
                asked.put(Integer.parseUnsignedInt(array.get(0)), PostgresTypes.array(item, array.get(2)));
            }
        } catch (IndexOutOfBoundsException | NumberFormatException malformed) {
            throw new ProtocolViolation("not an answer to the question for types");
        }
        for (var type : unknown(description)) {
            asked.put(type, CellEncoder.TEXT);
        }
    }

    private int[] unknown(RowDescription description) {
        return Arrays.stream(description.types())
                .filter(type -> encoder(type) == null)
                .toArray();
    }

    /** Null if it is unknown. Binary data arrives as hexadecimal text. */
    private CellEncoder encoder(int type) {
        var plain = type == Oid.BYTEA
                ? CellEncoder.HEXADECIMAL
                : PostgresTypes.plain().get(type);
        return plain == null ? asked.get(type) : plain;
    }
}
