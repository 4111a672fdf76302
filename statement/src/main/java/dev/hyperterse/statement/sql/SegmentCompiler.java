package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.PlaceholderScope;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.binding.TypedValue;
import dev.hyperterse.statement.binding.Values;
import dev.hyperterse.statement.sql.dialect.Clauses;
import dev.hyperterse.statement.sql.dialect.RowCount;
import dev.hyperterse.statement.sql.dialect.SqlDialect;
import dev.hyperterse.statement.sql.dialect.TypedLiteral;
import dev.hyperterse.statement.sql.dialect.Wrapped;
import dev.hyperterse.statement.sql.token.LexedText;
import dev.hyperterse.statement.sql.token.StatementRule;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.List;
import java.util.Optional;

/** Compiles the tokens in one pass: copies the author's SQL, and inserts a segment for each value of a call. */
final class SegmentCompiler {
    private final SqlDialect dialect;
    private final TokenStream tokens;
    private final CharSequence text;
    private final Findings findings;
    private final PlaceholderScope references;
    private final Clauses clauses;
    private final ValuePositions positions;
    private final ForeignParameters foreignParameters;
    private final LikePatterns likePatterns;
    private final NameChoices choices;
    private final Values values;
    private final SqlWriter writer;

    SegmentCompiler(StatementSource source, SqlDialect dialect, CharSequence text, LexedText lexed, Findings findings) {
        this.dialect = dialect;
        this.tokens = new TokenStream(lexed.tokens());
        this.text = text;
        this.findings = findings;
        this.references = new PlaceholderScope(source.inputs(), source.environment(), findings);
        this.clauses = new Clauses(tokens, dialect.grammar());
        this.positions = new ValuePositions(tokens, clauses, dialect.grammar(), text, findings);
        this.foreignParameters = new ForeignParameters(tokens, clauses, findings);
        this.likePatterns = new LikePatterns(tokens, dialect, findings);
        this.choices = new NameChoices(dialect.grammar(), findings);
        this.values = new Values(references, dialect.listRemedy(), findings);
        this.writer = new SqlWriter(text, lexed.literalBraces());
    }

    List<Segment> bind() {
        var index = 0;
        while (index < tokens.size()) {
            if (tokens.isSymbol(index, ';')) {
                endStatement(index);
                return writer.segments();
            }
            var next = bindAt(index);
            while (index < next) {
                clauses.accept(index++);
            }
        }
        writer.copyTo(text.length());
        return writer.segments();
    }

    /** Compiles the part that begins at {@code index}; returns the index behind it. */
    private int bindAt(int index) {
        return switch (tokens.at(index)) {
            case Token.Word word -> word(index, word);
            case Token.Symbol symbol -> symbol(index, symbol);
            case Token.Text string -> string(index, string);
            case Token.FixedText _ -> fixedText(index);
            case Token.Insertion(var placeholder) -> placeholder(index, placeholder);
            case Token.QuotedName _, Token.Numeral _, Token.Broken _ -> index + 1;
        };
    }

    private void endStatement(int semicolon) {
        writer.copyTo(tokens.at(semicolon - 1).end());
        for (var index = semicolon + 1; index < tokens.size(); index++) {
            if (!tokens.isSymbol(index, ';')) {
                findings.add(
                        StatementRule.ONE_STATEMENT,
                        tokens.at(index).start(),
                        "a second statement begins here",
                        "use one statement; WITH can do several things in one");
                return;
            }
        }
    }

    private int word(int index, Token.Word word) {
        if (word.name().equals("not") && tokens.isWord(index + 1, "in")) {
            return list(index, index + 1);
        }
        if (word.name().equals("in")) {
            return list(index, index);
        }
        return dialect.typedLiteral(tokens, index)
                .map(literal -> typedLiteral(index, literal))
                .orElse(index + 1);
    }

    /** {@code IN} with a single list; anything else behind IN is an ordinary expression. */
    private int list(int first, int in) {
        if (!tokens.isSymbol(in + 1, '(')
                || !(tokens.at(in + 2) instanceof Token.Insertion(var placeholder))
                || !tokens.isSymbol(in + 3, ')')
                || placeholder.filter().isPresent()) {
            return first + 1;
        }
        var resolved = references.resolve(placeholder);
        if (resolved.isEmpty()) {
            return in + 4;
        }
        var target = resolved.get();
        if (target.shape() != Target.Shape.LIST) {
            return first + 1;
        }
        writer.copyTo(tokens.at(first).start());
        var comparison = dialect.comparison(target, first < in);
        writer.append(comparison.before());
        writer.insert(comparison.list());
        writer.append(comparison.behind());
        writer.skipTo(tokens.at(in + 3).end());
        return in + 4;
    }

    private int typedLiteral(int index, TypedLiteral literal) {
        var string = (Token.Text) tokens.at(literal.string());
        if (literal.hasField()) {
            findings.add(
                    StatementRule.TYPED_LITERAL,
                    string.start(),
                    "a field after an interval takes no parameter",
                    "write the unit in the string: INTERVAL '{{ inputs.name }} days'");
        } else {
            writer.copyTo(tokens.at(index).start());
            write(new Wrapped("CAST(", values.of(string.pieces()), " AS " + literal.type() + ")"));
        }
        writer.skipTo(string.end());
        return literal.string() + 1;
    }

    private int symbol(int index, Token.Symbol symbol) {
        foreignParameters.check(index, symbol);
        if (symbol.character() == '?') {
            // pgjdbc reads a doubled question mark as an operator of the engine.
            writer.copyTo(symbol.start());
            writer.append("??");
            writer.skipTo(symbol.end());
        }
        return index + 1;
    }

    private int fixedText(int index) {
        if (tokens.at(index + 1) instanceof Token.Text) {
            refuseContinuation(index + 1);
        }
        return index + 1;
    }

    private int string(int index, Token.Text string) {
        if (!string.isTemplate()) {
            return index + 1;
        }
        if (tokens.at(index - 1) instanceof Token.Text || tokens.at(index + 1) instanceof Token.Text) {
            refuseContinuation(index);
        }
        positions.check(index);
        if (clauses.current() == Clauses.Clause.ROW_COUNT) {
            positions.refuseQuotedRowCount(index);
        }
        writer.copyTo(string.start());
        var value = values.of(string.pieces());
        write(string.isLikePattern() ? likePatterns.check(index, value) : dialect.value(tokens, index, value));
        writer.skipTo(string.end());
        return index + 1;
    }

    private void refuseContinuation(int index) {
        findings.add(
                StatementRule.STRING_CONTINUATION,
                tokens.at(index).start(),
                "a string that continues after a line break cannot be bound",
                "write one string, or concatenate two");
    }

    private int placeholder(int index, Placeholder placeholder) {
        writer.copyTo(placeholder.start());
        if (positions.isApart(placeholder, placeholder.has(Filter.IDENTIFIER))) {
            references.resolve(placeholder).ifPresent(target -> {
                if (NameChoices.isChoice(placeholder)) {
                    choices.render(placeholder, target).ifPresent(writer::insert);
                } else {
                    value(index, placeholder, target);
                }
            });
        }
        writer.skipTo(placeholder.end());
        return index + 1;
    }

    private void value(int index, Placeholder placeholder, Target target) {
        positions.check(index);
        if (target.shape() == Target.Shape.LIST) {
            array(index, placeholder, target);
            return;
        }
        var value = values.of(placeholder, target);
        if (placeholder.has(Filter.LIKE)) {
            write(likePatterns.check(index, value));
        } else if (clauses.current() == Clauses.Clause.ROW_COUNT) {
            positions.checkRowCount(index, placeholder, target);
            write(rowCount(index, target, value));
        } else {
            write(dialect.value(tokens, index, value));
        }
    }

    private Wrapped rowCount(int index, Target target, TypedValue value) {
        var wrapped = dialect.value(tokens, index, value);
        return RowCount.at(tokens, index)
                .filter(_ -> target.mayBeNull())
                .map(count -> dialect.optionalRowCount(count, wrapped))
                .orElse(wrapped);
    }

    private void array(int index, Placeholder placeholder, Target target) {
        Optional<Segment> list =
                placeholder.filter().isEmpty() ? dialect.list(tokens, clauses, index, target) : Optional.empty();
        list.ifPresentOrElse(writer::insert, () -> values.refuseList(placeholder));
    }

    private void write(Wrapped wrapped) {
        writer.append(wrapped.before());
        writer.insert(
                new Segment.Parameter(wrapped.value().value(), wrapped.value().type()));
        writer.append(wrapped.behind());
    }
}
