package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.statement.binding.BindingRule;
import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.PlaceholderReader;
import dev.hyperterse.statement.binding.PlaceholderScope;
import dev.hyperterse.statement.binding.ReadableText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** Compiles a statement with textual substitution: only its placeholders are parsed. */
public final class TextualCompiler {
    private static final String TOO_LARGE = "move what is constant into a view or function of the database";

    public StatementCompilation compile(StatementSource source) {
        var findings = new Findings();
        var segments = ReadableText.check(source.text(), TOO_LARGE, findings)
                ? segments(source, findings)
                : List.<Segment>of();
        var statement = new SqlStatement(source.dialect(), segments);
        if (findings.isEmpty() && !statement.textual()) {
            // Without values it would run on a shared connection, and would have to be checked like other statements.
            findings.add(
                    BindingRule.NO_PLACEHOLDER, 0, "the statement has no placeholder", "remove substitution: Textual");
        }
        return findings.isEmpty()
                ? new StatementCompilation.Compiled(statement, StatementEffect.UNKNOWN)
                : new StatementCompilation.Rejected(findings.inOrderOfTheText());
    }

    private static List<Segment> segments(StatementSource source, Findings findings) {
        var text = source.text();
        var reader = new PlaceholderReader(text, EnumSet.allOf(Filter.class), findings);
        var references = new PlaceholderScope(source.inputs(), source.environment(), findings);
        var segments = new ArrayList<Segment>();
        var fixed = new StringBuilder();
        for (var at = 0; at < text.length(); ) {
            if (reader.isLiteral(at)) {
                fixed.append("{{");
                at += 4;
            } else if (reader.opens(at)) {
                if (!fixed.isEmpty()) {
                    segments.add(new Segment.Text(fixed.toString()));
                    fixed.setLength(0);
                }
                reader.read(at)
                        .filter(placeholder -> hasNoFilter(placeholder, findings))
                        .flatMap(references::resolve)
                        .ifPresent(target -> segments.add(new Segment.Pasted(target.reference())));
                at = reader.end();
            } else {
                fixed.append(text.charAt(at));
                at++;
            }
        }
        if (!fixed.isEmpty()) {
            segments.add(new Segment.Text(fixed.toString()));
        }
        return segments;
    }

    private static boolean hasNoFilter(Placeholder placeholder, Findings findings) {
        placeholder
                .filter()
                .ifPresent(filter -> findings.add(
                        BindingRule.FILTER_NOT_APPLICABLE,
                        placeholder.start(),
                        "textual substitution takes no filter %s".formatted(filter.spelling()),
                        "drop the filter, or write substitution: Bound"));
        return placeholder.filter().isEmpty();
    }
}
