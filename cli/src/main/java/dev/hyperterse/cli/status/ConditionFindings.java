package dev.hyperterse.cli.status;

import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.crds.v1alpha1.shared.ConditionTypes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Conditions, as findings. */
final class ConditionFindings {
    /** Problems of the compiler: the remedy is behind the last semicolon, the rule in brackets. */
    private static final Pattern PROBLEM = Pattern.compile("(?<cause>.*?)(?:; (?<cure>[^;]*))? \\[[a-z0-9-]+]");

    /** Behind the rule of a problem; a placeholder in its words may have such a bar too. */
    private static final Pattern BETWEEN_PROBLEMS = Pattern.compile("(?<=]) \\| ");

    private static final Pattern MORE = Pattern.compile("and \\d+ more");

    /** These say that something holds, and all others that something does not. */
    private static final Set<String> BAD_WHEN_TRUE = Set.of(
            ConditionTypes.ANONYMOUS_ACCESS,
            ConditionTypes.SHARED_STATE_UNAVAILABLE,
            ConditionTypes.UPGRADE_PENDING,
            ConditionTypes.DEFINITIONS_OUTDATED,
            ConditionTypes.STATEMENT_UNVERIFIED,
            ConditionTypes.TEXTUAL_SUBSTITUTION);

    /** They repeat what another condition says. */
    private static final Set<String> SUMMARIES = Set.of(ConditionTypes.RECONCILING, ConditionTypes.STALLED);

    private static final Set<String> AS_ASKED = Set.of("Suspended", "ScaledToZero");
    private static final Set<String> PARTLY = Set.of("LastGoodVersion", "SomeItems");

    private ConditionFindings() {}

    static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream().filter(it -> it.type().equals(type)).findFirst();
    }

    static boolean isTrue(List<Condition> conditions, String type) {
        return find(conditions, type).filter(it -> it.status() == Status.True).isPresent();
    }

    /** Such as {@code Ready False, InvalidStatement}; the messages of those that do not hold are findings. */
    static List<String> inWords(List<Condition> conditions) {
        return conditions.stream()
                .map(it -> "%s %s, %s%s"
                        .formatted(
                                it.type(),
                                it.status(),
                                it.reason(),
                                it.status() == Status.True && !SUMMARIES.contains(it.type())
                                        ? ": " + it.message()
                                        : ""))
                .toList();
    }

    /** Everything in conditions that is not as it should be; of several that say the same the first. */
    static List<Finding> of(List<Condition> conditions) {
        var byText = new LinkedHashMap<String, Finding>();
        for (var condition : conditions) {
            if (!ConditionTypes.ofTheOperator(condition.type())) {
                continue;
            }
            if (BAD_WHEN_TRUE.contains(condition.type())) {
                if (condition.status() == Status.True) {
                    byText.put(condition.message(), note(condition.type(), condition));
                }
            } else if (condition.status() != Status.True) {
                if (!SUMMARIES.contains(condition.type())) {
                    var reason = condition.reason() + ": ";
                    for (var text : BETWEEN_PROBLEMS.split(condition.message())) {
                        byText.putIfAbsent(text, finding(condition, reason, text));
                        // That of the first problem.
                        reason = "";
                    }
                }
            } else if (PARTLY.contains(condition.reason())) {
                byText.put(condition.message(), note(condition.reason(), condition));
            }
        }
        return List.copyOf(byText.values());
    }

    private static Finding note(String what, Condition condition) {
        return Finding.note(what + ": " + condition.message(), ReasonCures.of(condition.reason()));
    }

    private static Finding finding(Condition condition, String reason, String text) {
        var blocks = !AS_ASKED.contains(condition.reason()) && !condition.type().equals(ConditionTypes.CONVERGED);
        if (MORE.matcher(text).matches()) {
            return new Finding(blocks, reason + text, "'hyperterse validate DIR' prints every problem of a directory");
        }
        var problem = PROBLEM.matcher(text);
        var matches = problem.matches();
        var cure = matches ? Optional.ofNullable(problem.group("cure")) : Optional.<String>empty();
        return new Finding(
                blocks,
                reason + (matches ? problem.group("cause") : text),
                cure.orElseGet(() -> reason.isEmpty() ? "" : ReasonCures.of(condition.reason())));
    }
}
