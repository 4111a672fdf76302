package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.runtime.adapter.AdapterAddress;
import dev.hyperterse.runtime.adapter.Adapters;
import dev.hyperterse.runtime.adapter.Unavailable;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.CallOutcome;
import dev.hyperterse.runtime.call.CallScope;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.tool.bind.BoundStatement;
import dev.hyperterse.runtime.tool.bind.ConfidentialValues;
import dev.hyperterse.runtime.tool.bind.StatementBinder;
import dev.hyperterse.runtime.tool.validate.ArgumentReader;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Validate, bind, run: one call of a tool that is a statement. */
final class StatementTool implements LinkedTool {
    private static final Logger LOG = LoggerFactory.getLogger(StatementTool.class);

    private final ArgumentReader arguments;
    private final StatementBinder binder;
    private final ConfidentialValues confidential;
    private final Dialect dialect;
    private final String adapter;
    /** Empty when the server has no adapter of that name. */
    private final Optional<AdapterAddress> address;

    private final Adapters adapters;
    private final Optional<Long> timeoutMillis;

    StatementTool(
            ArgumentReader arguments,
            StatementBinder binder,
            ConfidentialValues confidential,
            Dialect dialect,
            String adapter,
            Optional<AdapterAddress> address,
            Adapters adapters,
            Optional<Long> timeoutMillis) {
        this.arguments = arguments;
        this.binder = binder;
        this.confidential = confidential;
        this.dialect = dialect;
        this.adapter = adapter;
        this.address = address;
        this.adapters = adapters;
        this.timeoutMillis = timeoutMillis;
    }

    @Override
    public CallOutcome call(JsonSpan span, Principal principal, CallScope scope, ResultBuffer out) {
        var mark = out.size();
        try (var memory = out.reservation()) {
            timeoutMillis.ifPresent(scope::within);
            var slots = arguments.read(span, scope, memory);
            var statement = binder.bind(slots, principal, memory);
            return new CallOutcome.Completed(run(statement, scope, out));
        } catch (CallFailure failure) {
            out.resetTo(mark);
            return confidential.outcome(failure, principal);
        } catch (RuntimeException fault) {
            // A bug ends the call, never the process, and tells the caller nothing about our insides.
            LOG.atError()
                    .addKeyValue("event", "call_broke")
                    .addKeyValue("adapter", adapter)
                    .setCause(fault)
                    .log("a call met a fault of this runtime");
            out.resetTo(mark);
            return new CallOutcome.Failed(Stage.INTERNAL, "internal error");
        }
    }

    private int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
        return adapters.find(adapter)
                .filter(present -> address.isPresent())
                .orElseThrow(() -> Unavailable.adapter(adapter))
                .run(address.get(), statement, dialect, scope, out);
    }
}
