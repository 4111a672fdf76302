package dev.hyperterse.compiler.statement;

import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.statement.binding.BindingRule;
import dev.hyperterse.statement.binding.Finding;
import dev.hyperterse.statement.binding.RuleIdentifier;
import java.util.List;

/** The findings in a text, as problems of the field that holds it. */
public final class StatementProblems {
    private StatementProblems() {}

    /** @param path the field that holds the text */
    public static List<Problem> of(List<Finding> findings, String path, String text) {
        return of(findings, path, text, Reason.InvalidStatement);
    }

    /** @param reason of findings that need an edit of the text */
    public static List<Problem> of(List<Finding> findings, String path, String text, Reason reason) {
        return findings.stream()
                .map(finding -> reason(finding.rule(), reason)
                        .problem(path, finding.rule().identifier(), finding.message(), finding.remedy())
                        .at(Position.in(text, finding.offset())))
                .toList();
    }

    // A grant can come later; every other rule needs an edit of the text.
    private static Reason reason(RuleIdentifier rule, Reason byEdit) {
        return rule == BindingRule.ENVIRONMENT_NOT_GRANTED ? Reason.EnvNotFound : byEdit;
    }
}
