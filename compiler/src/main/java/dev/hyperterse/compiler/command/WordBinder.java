package dev.hyperterse.compiler.command;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.statement.Word;
import dev.hyperterse.statement.binding.BindingRule;
import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.PlaceholderScope;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.binding.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes each word an argument of its own, or an argument for each item of a list. */
final class WordBinder {
    private static final String LIST_REMEDY =
            "add | spread for an argument of each item, or | json for one argument with a JSON array";

    private final Map<String, Input> inputs;
    private final PlaceholderScope references;
    private final Values values;
    private final Findings findings;

    WordBinder(CommandSource source, Findings findings) {
        this.inputs = PlaceholderScope.byName(source.inputs());
        this.references = new PlaceholderScope(source.inputs(), source.environment(), findings);
        this.values = new Values(references, LIST_REMEDY, findings);
        this.findings = findings;
    }

    List<Word> bind(List<LexedWord> words) {
        return words.stream().flatMap(word -> bind(word).stream()).toList();
    }

    private Optional<Word> bind(LexedWord word) {
        word.placeholders().forEach(this::requireValue);
        if (word.text().isPresent()) {
            return word.text().map(Word.Fixed::new);
        }
        return word.placeholder()
                .map(this::alone)
                .orElseGet(() ->
                        Optional.of(new Word.Bound(values.of(word.pieces()).value())));
    }

    private Optional<Word> alone(Placeholder placeholder) {
        return references.resolve(placeholder).flatMap(target -> {
            if (placeholder.has(Filter.SPREAD)) {
                return spread(placeholder, target);
            }
            if (target.shape() == Target.Shape.LIST) {
                values.refuseList(placeholder);
                return Optional.empty();
            }
            return Optional.<Word>of(
                    new Word.Bound(values.of(placeholder, target).value()));
        });
    }

    private Optional<Word> spread(Placeholder placeholder, Target target) {
        if (target.shape() == Target.Shape.LIST) {
            return Optional.of(new Word.Spread(target.reference()));
        }
        findings.add(
                BindingRule.FILTER_NOT_APPLICABLE,
                placeholder.start(),
                "the filter spread is for arrays of strings, numbers or booleans",
                "drop the filter, or declare type: array with items");
        return Optional.empty();
    }

    /** The engine has no NULL, and an argument that is left out would make another command. */
    private void requireValue(Placeholder placeholder) {
        var absent = placeholder.namespace().equals("inputs")
                && Optional.ofNullable(inputs.get(placeholder.name()))
                        .map(Target::of)
                        .filter(Target::mayBeAbsent)
                        .isPresent();
        if (absent) {
            findings.add(
                    CommandRule.VALUE_MAY_BE_ABSENT,
                    placeholder.start(),
                    "input '%s' can be absent, and a command has no NULL".formatted(placeholder.name()),
                    "give it a default, or drop optional");
        }
    }
}
