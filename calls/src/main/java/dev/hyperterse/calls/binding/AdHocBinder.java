package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.Action.RunAdHocSql;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.statement.binding.Finding;
import dev.hyperterse.statement.sql.AdHocReader;
import dev.hyperterse.statement.sql.AdHocStatement;
import java.util.List;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a statement of SQL that the caller has written, if it only reads. */
final class AdHocBinder implements Binder<BoundStatement> {
    private static final Logger LOG = LoggerFactory.getLogger(AdHocBinder.class);

    /** Bytes for a character: the text, its tokens, and the copies of the driver. */
    private static final long CHARACTER = 64;

    private final RunAdHocSql action;
    private final AdHocReader reader;
    private final ValueSource text;

    AdHocBinder(RunAdHocSql action, List<Input> inputs, ValueSet values) {
        this.action = action;
        this.reader = new AdHocReader(action.dialect());
        this.text = new ValueSource.Finder(inputs, values, UnaryOperator.identity())
                .of(new Reference.Input(action.input()));
    }

    @Override
    public BoundStatement bind(Object[] slots, Principal principal, Reservation memory) {
        var written = String.valueOf(text.value(slots, principal));
        memory.take(CHARACTER * written.length());
        return switch (read(written)) {
            case AdHocStatement.Readable(var sql) -> {
                logRun(principal, written);
                yield new BoundStatement(SqlVariant.adHoc(sql), new Object[0], memory);
            }
            case AdHocStatement.Refused(var finding) -> {
                logRefusal(principal, written, finding);
                throw new CallFailure(
                        Stage.VALIDATION,
                        "%s: %s (%s, at character %d)"
                                .formatted(
                                        action.input(),
                                        finding.message(),
                                        finding.rule().identifier(),
                                        finding.offset() + 1));
            }
        };
    }

    private AdHocStatement read(String written) {
        return switch (action.mode()) {
            case EXECUTE -> reader.toRun(written);
            case EXPLAIN -> reader.toExplain(written);
        };
    }

    private void logRun(Principal principal, String written) {
        LOG.atInfo()
                .addKeyValue("event", "ad_hoc_sql")
                .addKeyValue("adapter", action.adapter())
                .addKeyValue("mode", action.mode())
                .addKeyValue("subject", principal.subject().orElse(""))
                .addKeyValue("characters", written.length())
                .log("SQL of a caller runs");
        logText(written);
    }

    private void logRefusal(Principal principal, String written, Finding finding) {
        LOG.atInfo()
                .addKeyValue("event", "ad_hoc_sql_refused")
                .addKeyValue("adapter", action.adapter())
                .addKeyValue("mode", action.mode())
                .addKeyValue("subject", principal.subject().orElse(""))
                .addKeyValue("characters", written.length())
                .addKeyValue("rule", finding.rule().identifier())
                .log("SQL of a caller breaks a rule");
        logText(written);
    }

    /** At DEBUG, because the SQL may contain personal data. */
    private static void logText(String written) {
        LOG.atDebug()
                .addKeyValue("event", "ad_hoc_sql_text")
                .addKeyValue("sql", written)
                .log("the SQL of the caller");
    }
}
