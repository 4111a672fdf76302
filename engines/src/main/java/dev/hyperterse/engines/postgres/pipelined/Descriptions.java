package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedConnection;
import dev.hyperterse.engines.postgres.pipelined.statement.RowDescription;
import dev.hyperterse.engines.postgres.pipelined.statement.Shape;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import java.util.Optional;

/** Learns the columns of a statement before it runs for the first time. */
final class Descriptions {
    private final TypeEncoders types;

    Descriptions(TypeEncoders types) {
        this.types = types;
    }

    /**
     * On a connection that the call has exclusively.
     *
     * @return whether the execution can begin; otherwise it has failed with the result of this
     */
    boolean describe(Execution execution, PipelinedConnection connection, CallScope scope) {
        var profile = execution.profile();
        var description = new Description(profile, execution.settings());
        if (!connection.exchange(description, scope)) {
            execution.failWith(description, description.prepared());
            return false;
        }
        var shape = description.columns().isEmpty()
                ? Optional.of(Shape.NO_ROWS)
                : types.shape(profile, description.columns().get());
        if (shape.isEmpty()) {
            var columns = description.columns().get();
            var question = types.question(columns);
            if (!connection.exchange(question, scope) || !learn(columns, question)) {
                execution.failWith(question, description.prepared());
                return false;
            }
            shape = types.shape(profile, columns);
        }
        shape.ifPresent(description.prepared()::describe);
        shape.ifPresent(profile::describe);
        return true;
    }

    private boolean learn(RowDescription columns, TypeQuestion question) {
        try {
            types.learn(columns, question.rows());
            return true;
        } catch (ProtocolViolation malformed) {
            question.connection().abort();
            question.lose(true);
            return false;
        }
    }
}
