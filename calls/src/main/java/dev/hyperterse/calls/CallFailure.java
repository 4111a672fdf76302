package dev.hyperterse.calls;

import java.util.Optional;

/**
 * The failure of a call: its stage, and one line for its caller. The era of the client turns it into a response. It has
 * no stack trace: it reports a mistake of a caller or an engine, not an internal error, and must be cheap when it is
 * frequent.
 */
public class CallFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Stage stage;
    private final transient Optional<EngineMessage> engine;

    public CallFailure(Stage stage, String message) {
        this(stage, message, Optional.empty());
    }

    /**
     * An engine refused the statement. Its message may quote values, so it is shown through {@code ConfidentialValues}.
     */
    public CallFailure(EngineMessage engine) {
        this(Stage.EXECUTION, engine.line(), Optional.of(engine));
    }

    private CallFailure(Stage stage, String message, Optional<EngineMessage> engine) {
        super(message, null, false, false);
        this.stage = stage;
        this.engine = engine;
    }

    public Stage stage() {
        return stage;
    }

    public Optional<EngineMessage> engine() {
        return engine;
    }
}
