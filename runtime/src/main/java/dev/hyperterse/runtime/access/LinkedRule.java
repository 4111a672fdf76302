package dev.hyperterse.runtime.access;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.rule.PastValues;
import dev.hyperterse.rule.Rule;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A linked rule of one definition. If its evaluation fails, it admits no caller, and the failure is logged. */
final class LinkedRule {
    private static final Logger LOG = LoggerFactory.getLogger(LinkedRule.class);

    private final AccessRule written;
    private final Rule rule;
    private final Map<String, String> definition;
    private final int most;
    private final AtomicBoolean failed = new AtomicBoolean();

    /** @throws IllegalArgumentException if this build cannot evaluate it */
    LinkedRule(AccessRule written, Leaf leaf) {
        this(written, leaf, Rule.MOST_WORK);
    }

    /** @param most units of work for one evaluation */
    LinkedRule(AccessRule written, Leaf leaf, int most) {
        this.most = most;
        this.written = written;
        this.rule = Rule.of(written.program());
        this.definition = definition(leaf);
    }

    private static Map<String, String> definition(Leaf leaf) {
        return Map.of(
                "kind",
                leaf.identity().kind().name(),
                "namespace",
                leaf.identity().namespace(),
                "name",
                leaf.publicName());
    }

    /** Whether it admits a caller; such a rule reads nothing else. */
    boolean admits(Map<String, Object> principal) {
        return admits(principal, Map.of(), Map.of(), PastValues.NONE);
    }

    /** @param past what there was before the call */
    boolean admits(Map<String, Object> principal, Map<String, ?> inputs, Map<String, String> headers, PastValues past) {
        return switch (rule.evaluate(
                Map.of(
                        "principal",
                        principal,
                        "tool",
                        definition,
                        "inputs",
                        inputs,
                        "headers",
                        headers,
                        "history",
                        past.variable()),
                most)) {
            case Rule.Decision.Admits _ -> true;
            case Rule.Decision.Denies _ -> false;
            case Rule.Decision.Fails(var why) -> {
                logFailure(why);
                yield false;
            }
        };
    }

    /** The maximum units of work of one evaluation. */
    int mostWork() {
        return most;
    }

    Optional<String> message() {
        return written.message();
    }

    /** The reason in records of callers and calls that it does not admit. */
    String reason() {
        return "rule:" + written.name();
    }

    AccessRule.Program program() {
        return written.program();
    }

    /** Logs a failure once per version of the rule, because callers could fill the log. */
    private void logFailure(String why) {
        if (failed.compareAndSet(false, true)) {
            LOG.atWarn()
                    .addKeyValue("event", "rule_failed")
                    .addKeyValue("rule", written.name())
                    .addKeyValue("definition", definition.get("namespace") + "/" + definition.get("name"))
                    .addKeyValue("error", why)
                    .log(
                            "a rule could not be evaluated, so it admits no caller; not logged again for this version of it");
        }
    }
}
