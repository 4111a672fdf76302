package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Goes through the tokens once, copies the author's SQL and puts a segment wherever a call decides. */
final class StatementBinder {
    private static final Set<String> LIST_OPERATORS = Set.of("any", "all", "some");

    private final Dialect dialect;
    private final TokenStream tokens;
    private final CharSequence text;
    private final Findings findings;
    private final References references;
    private final Clauses clauses;
    private final ValuePositions positions;
    private final LikePatterns likePatterns;
    private final Choices choices;
    private final SqlWriter writer;

    StatementBinder(StatementSource source, CharSequence text, LexedText lexed, Findings findings) {
        this.dialect = source.dialect();
        this.tokens = new TokenStream(lexed.tokens());
        this.text = text;
        this.findings = findings;
        this.references = new References(source, findings);
        this.clauses = new Clauses(tokens, dialect);
        this.positions = new ValuePositions(tokens, clauses, dialect, text, findings);
        this.likePatterns = new LikePatterns(tokens, dialect, findings);
        this.choices = new Choices(dialect, findings);
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

    /** Binds what begins at {@code index}; returns the index behind it. */
    private int bindAt(int index) {
        return switch (tokens.at(index)) {
            case Token.Word word -> word(index, word);
            case Token.Symbol symbol -> symbol(index, symbol);
            case Token.Text string -> string(index, string);
            case Token.FixedText _ -> fixedText(index);
            case Token.Placeholder placeholder -> placeholder(index, placeholder);
            case Token.QuotedName _, Token.Numeral _, Token.Broken _ -> index + 1;
        };
    }

    private void endStatement(int semicolon) {
        writer.copyTo(tokens.at(semicolon).start());
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
            return list(index, index + 1, " <> ALL(", "NOT IN ");
        }
        if (word.name().equals("in")) {
            return list(index, index, "= ANY(", "IN ");
        }
        if (dialect == Dialect.POSTGRES) {
            return TypedLiteral.at(tokens, index)
                    .map(literal -> typedLiteral(index, literal))
                    .orElse(index + 1);
        }
        return index + 1;
    }

    // As pgjdbc reads it, a doubled question mark is one of the engine's operators.
    private int symbol(int index, Token.Symbol symbol) {
        if (symbol.character() == '?') {
            writer.copyTo(symbol.start());
            writer.append("??");
            writer.skipTo(symbol.end());
            checkOperands(index, symbol);
        }
        return index + 1;
    }

    private void checkOperands(int index, Token.Symbol symbol) {
        var nothingBefore = tokens.isSymbol(index - 1, '(') || tokens.isSymbol(index - 1, ',');
        var nothingBehind = tokens.isEnd(index + 1)
                || tokens.isSymbol(index + 1, ')')
                || tokens.isSymbol(index + 1, ',')
                || tokens.isSymbol(index + 1, ';');
        if (nothingBehind || nothingBefore && !(tokens.at(index + 1) instanceof Token.Symbol)) {
            findings.add(
                    StatementRule.LITERAL_PARAMETER,
                    symbol.start(),
                    "'?' is an operator here, and an operand is missing",
                    "where a value is meant, write a placeholder");
        }
    }

    /** {@code IN} and a list as all its items; anything else behind IN is an ordinary expression. */
    private int list(int first, int in, String arrayOperator, String listOperator) {
        if (!tokens.isSymbol(in + 1, '(')
                || !(tokens.at(in + 2) instanceof Token.Placeholder placeholder)
                || !tokens.isSymbol(in + 3, ')')
                || placeholder.filter().isPresent()) {
            return first + 1;
        }
        var resolved = references.resolve(placeholder);
        if (resolved.isEmpty() || resolved.get().shape() != Target.Shape.LIST) {
            return resolved.isEmpty() ? in + 4 : first + 1;
        }
        var target = resolved.get();
        writer.copyTo(tokens.at(first).start());
        switch (dialect) {
            case POSTGRES -> {
                writer.append(arrayOperator.strip());
                writer.insert(new Segment.ArrayParameter(target.reference(), target.type()));
                writer.append(")");
            }
            case SQLITE -> {
                writer.append(listOperator);
                writer.insert(new Segment.ItemList(target.reference(), target.type()));
            }
        }
        writer.skipTo(tokens.at(in + 3).end());
        return in + 4;
    }

    private int typedLiteral(int index, TypedLiteral literal) {
        if (literal.hasField(tokens)) {
            findings.add(
                    StatementRule.TYPED_LITERAL,
                    tokens.at(literal.string()).start(),
                    "a field behind an interval takes no parameter",
                    "write the unit in the string: INTERVAL '{{ inputs.name }} days'");
            return literal.string() + 1;
        }
        writer.copyTo(tokens.at(index).start());
        writer.append("CAST(");
        writer.skipTo(tokens.at(literal.string()).start());
        template((Token.Text) tokens.at(literal.string())).ifPresent(writer::insert);
        writer.append(" AS " + literal.type() + ")");
        writer.skipTo(tokens.at(literal.string()).end());
        return literal.string() + 1;
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
            refuseQuotedCount(index, string);
        }
        var escape = isLike(string) ? likePatterns.check(index) : "";
        writer.copyTo(string.start());
        template(string).ifPresent(parameter -> write(index, parameter, escape));
        writer.skipTo(string.end());
        return index + 1;
    }

    private void refuseContinuation(int index) {
        findings.add(
                StatementRule.STRING_CONTINUATION,
                tokens.at(index).start(),
                "a string that goes on behind a line break cannot be bound",
                "write one string, or join two with ||");
    }

    private void refuseQuotedCount(int index, Token.Text string) {
        for (var piece : string.pieces()) {
            if (piece instanceof Token.Placeholder placeholder) {
                references
                        .resolve(placeholder)
                        .ifPresent(target -> positions.checkRowCount(index, placeholder, target, true));
                return;
            }
        }
    }

    private static boolean isLike(Token.Text string) {
        return string.pieces().stream()
                .anyMatch(piece -> piece instanceof Token.Placeholder placeholder && placeholder.has(Filter.LIKE));
    }

    /** A string with placeholders as one parameter, put together in the replica. */
    private Optional<Segment.Parameter> template(Token.Text string) {
        var whole = string.pieces().size() == 1;
        var pieces = new ArrayList<Value.Piece>();
        for (var piece : string.pieces()) {
            switch (piece) {
                case Token.Literal literal -> pieces.add(new Value.Literal(literal.text()));
                case Token.Placeholder placeholder -> {
                    var target = references.resolve(placeholder);
                    if (whole
                            && placeholder.filter().isEmpty()
                            && target.filter(this::isTextOrJson).isPresent()) {
                        return target.map(StatementBinder::parameter);
                    }
                    target.flatMap(found -> inserted(placeholder, found)).ifPresent(pieces::add);
                }
            }
        }
        return Optional.of(new Segment.Parameter(new Value.Concatenation(pieces), ParameterType.TEXT));
    }

    private boolean isTextOrJson(Target target) {
        return target.type() == ParameterType.TEXT && target.shape() == Target.Shape.SCALAR
                || target.shape() == Target.Shape.JSON;
    }

    private Optional<Value.Piece> inserted(Token.Placeholder placeholder, Target target) {
        if (placeholder.filter().isPresent() && !placeholder.has(Filter.LIKE)) {
            refuseFilter(
                    placeholder,
                    "a %s cannot stand in a string"
                            .formatted(placeholder.filter().get().spelling()));
        } else if (target.shape() == Target.Shape.LIST) {
            refuseList(placeholder);
        } else if (target.shape() == Target.Shape.JSON) {
            findings.add(
                    StatementRule.JSON_IN_TEXT,
                    placeholder.start(),
                    "%s is JSON and cannot be a part of a text".formatted(placeholder.display()),
                    "bind it alone, and build documents with the engine's JSON functions");
        }
        return Optional.of(new Value.Inserted(target.reference(), placeholder.has(Filter.LIKE)));
    }

    private int placeholder(int index, Token.Placeholder placeholder) {
        writer.copyTo(placeholder.start());
        var isName = placeholder.has(Filter.IDENTIFIER);
        positions.checkTouching(placeholder, isName);
        references.resolve(placeholder).ifPresent(target -> {
            if (isName || placeholder.has(Filter.KEYWORD)) {
                choices.render(placeholder, placeholder.filter().get(), target).ifPresent(writer::insert);
            } else {
                value(index, placeholder, target);
            }
        });
        writer.skipTo(placeholder.end());
        return index + 1;
    }

    private void value(int index, Token.Placeholder placeholder, Target target) {
        positions.check(index);
        if (clauses.current() == Clauses.Clause.ROW_COUNT) {
            positions.checkRowCount(index, placeholder, target, false);
        }
        if (target.shape() == Target.Shape.LIST) {
            array(index, placeholder, target);
        } else if (placeholder.has(Filter.LIKE)) {
            like(index, placeholder, target);
        } else if (placeholder.has(Filter.JSON) && target.shape() != Target.Shape.JSON) {
            refuseFilter(placeholder, "the filter json is for arrays");
        } else {
            write(index, parameter(target), "");
        }
    }

    private void array(int index, Token.Placeholder placeholder, Target target) {
        var compared = tokens.isSymbol(index - 1, '(') && tokens.isWord(index - 2, LIST_OPERATORS);
        if (dialect == Dialect.POSTGRES && compared && placeholder.filter().isEmpty()) {
            writer.insert(new Segment.ArrayParameter(target.reference(), target.type()));
        } else {
            refuseList(placeholder);
        }
    }

    private void like(int index, Token.Placeholder placeholder, Target target) {
        if (target.shape() == Target.Shape.JSON) {
            refuseFilter(placeholder, "the filter like is for texts");
        }
        var escape = likePatterns.check(index);
        var value = new Value.Concatenation(List.of(new Value.Inserted(target.reference(), true)));
        write(index, new Segment.Parameter(value, ParameterType.TEXT), escape);
    }

    private static Segment.Parameter parameter(Target target) {
        return new Segment.Parameter(new Value.Whole(target.reference()), target.type());
    }

    /** A parameter with what the engine needs around it. */
    private void write(int index, Segment.Parameter parameter, String behind) {
        var untyped = parameter.type() == ParameterType.TEXT || parameter.type() == ParameterType.JSON;
        if (dialect == Dialect.POSTGRES && untyped && isNullTest(index + 1)) {
            surround("CAST(", parameter, " AS text)");
        } else if (dialect == Dialect.POSTGRES && isFetchCount(index)) {
            // A large number is sent with a cast, which these two take only in parentheses.
            surround("(", parameter, ")");
        } else if (dialect == Dialect.SQLITE && isRowCount(index)) {
            optionalCount(index, parameter);
        } else {
            surround("", parameter, behind);
        }
    }

    private void surround(String before, Segment parameter, String behind) {
        writer.append(before);
        writer.insert(parameter);
        writer.append(behind);
    }

    private boolean isNullTest(int index) {
        if (tokens.isWord(index, Set.of("isnull", "notnull"))) {
            return true;
        }
        var last = tokens.isWord(index + 1, "not") ? index + 2 : index + 1;
        return tokens.isWord(index, "is") && tokens.isWord(last, "null");
    }

    private boolean isFetchCount(int index) {
        return tokens.isWord(index - 1, Set.of("first", "next")) && tokens.isWord(index - 2, "fetch")
                || tokens.isWord(index - 1, "offset") && tokens.isWord(index + 1, Set.of("row", "rows"));
    }

    private boolean isRowCount(int index) {
        return clauses.current() == Clauses.Clause.ROW_COUNT
                && (tokens.isWord(index - 1, Set.of("limit", "offset")) || tokens.isSymbol(index - 1, ','));
    }

    // Postgres takes NULL for no limit; SQLite only a negative number.
    private void optionalCount(int index, Segment.Parameter parameter) {
        var isOffset = tokens.isWord(index - 1, "offset")
                || tokens.isWord(index - 1, "limit") && tokens.isSymbol(index + 1, ',');
        surround("ifnull(", parameter, isOffset ? ", 0)" : ", -1)");
    }

    private void refuseList(Token.Placeholder placeholder) {
        findings.add(
                StatementRule.LIST_POSITION,
                placeholder.start(),
                "%s is a list, and can only be compared with".formatted(placeholder.display()),
                dialect == Dialect.POSTGRES
                        ? "write column IN ({{ inputs.name }}) or = ANY({{ inputs.name }}), or add | json for a JSON array"
                        : "write column IN ({{ inputs.name }}), or add | json for a JSON array");
    }

    private void refuseFilter(Token.Placeholder placeholder, String message) {
        findings.add(
                StatementRule.FILTER_NOT_APPLICABLE,
                placeholder.start(),
                message,
                "drop the filter, or the quotes around it");
    }
}
