package dev.hyperterse.rule;

import com.google.common.collect.ImmutableSet;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import dev.hyperterse.catalog.access.PastCalls;
import dev.hyperterse.catalog.access.PastCalls.Of;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.rule.RuleCompilation.Mistake;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The functions that look back at calls, for one rule. Each call of one becomes the value of a map, because a replica has
 * to know before the evaluation what the rule looks back at: its arguments are constants.
 */
final class PastCallMacros {
    /** Fields that no author can write. */
    static final String COUNTS = "@counts";

    static final String SUMS = "@sums";

    static final CelType TYPE = type();

    private static final String EVERYONE = "everyone";
    private static final String DURATION = "duration";
    private static final Pattern TEXT = Pattern.compile("(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,7})s)?");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
    /** Each is looked up at each call, maybe in another process. */
    private static final int MOST = 4;

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(31);

    private final String expression;
    private final Optional<List<Input>> inputs;
    private final Set<PastCalls> found = new LinkedHashSet<>();
    private final List<Mistake> mistakes = new ArrayList<>();

    /** @param inputs of the definition; empty for a rule about many */
    PastCallMacros(String expression, Optional<List<Input>> inputs) {
        this.expression = expression;
        this.inputs = inputs;
    }

    private static CelType type() {
        var fields = Map.<String, CelType>of(
                COUNTS, MapType.create(SimpleType.STRING, SimpleType.INT),
                SUMS, MapType.create(SimpleType.STRING, SimpleType.DOUBLE));
        return StructType.create(
                RuleLanguage.HISTORY,
                ImmutableSet.copyOf(fields.keySet()),
                field -> Optional.ofNullable(fields.get(field)));
    }

    Set<PastCalls> found() {
        return found;
    }

    List<Mistake> mistakes() {
        return mistakes;
    }

    List<CelMacro> all() {
        return List.of(
                macro("count", 1, false, this::count),
                macro("count", 2, false, this::count),
                macro("any", 1, false, this::any),
                macro("any", 2, false, this::any),
                macro("sum", 2, true, this::sum),
                macro("sum", 3, true, this::sum));
    }

    private interface Expansion {
        CelExpr of(CelMacroExprFactory factory, PastCalls past);
    }

    private CelMacro macro(String name, int arguments, boolean ofInput, Expansion expansion) {
        return CelMacro.newReceiverMacro(
                name, arguments, (factory, target, given) -> whose(target).map(whose -> {
                    var past = past(factory, whose, given, ofInput);
                    if (found.add(past) && found.size() == MOST + 1) {
                        mistake(
                                factory,
                                target,
                                "history-bounded",
                                "the rule looks back at more than %d series of calls".formatted(MOST),
                                "ask for fewer tools, inputs and windows");
                    }
                    return expansion.of(factory, past);
                }));
    }

    /** Empty where the receiver is another one. */
    private static Optional<Of> whose(CelExpr target) {
        return switch (target.exprKind().getKind()) {
            case IDENT -> isHistory(target) ? Optional.of(Of.CALLER) : Optional.empty();
            case SELECT ->
                target.select().field().equals(EVERYONE)
                                && isHistory(target.select().operand())
                        ? Optional.of(Of.EVERYONE)
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static boolean isHistory(CelExpr expression) {
        return expression.exprKind().getKind() == ExprKind.Kind.IDENT
                && expression.ident().name().equals(RuleLanguage.HISTORY);
    }

    private PastCalls past(CelMacroExprFactory factory, Of whose, List<CelExpr> given, boolean ofInput) {
        var names = new ArrayList<>(given.subList(0, given.size() - 1));
        var input = ofInput ? Optional.of(name(factory, names.removeLast(), "of an input")) : Optional.<String>empty();
        var tool = names.stream().findFirst().map(it -> name(factory, it, "of a tool"));
        if (tool.isEmpty()) {
            input.ifPresent(it -> requireNumber(factory, given.getFirst(), it));
        }
        return new PastCalls(
                whose, tool, input, window(factory, given.getLast()).toSeconds());
    }

    private void requireNumber(CelMacroExprFactory factory, CelExpr at, String input) {
        var isOther = inputs.filter(all -> all.stream()
                        .noneMatch(it -> it.name().equals(input) && it.type().isNumber()))
                .isPresent();
        if (isOther) {
            mistake(
                    factory,
                    at,
                    "'%s' is no input of type int or float".formatted(input),
                    "name an input of this definition that is a number");
        }
    }

    private String name(CelMacroExprFactory factory, CelExpr given, String of) {
        return RuleReads.text(given).filter(it -> NAME.matcher(it).matches()).orElseGet(() -> {
            mistake(
                    factory,
                    given,
                    "a rule looks back by the name %s".formatted(of),
                    "write the name as a constant, as in history.sum('transfer', 'amount', duration('1h'))");
            return "";
        });
    }

    private Duration window(CelMacroExprFactory factory, CelExpr given) {
        return constant(given)
                .flatMap(PastCallMacros::parse)
                .filter(it -> it.compareTo(SHORTEST) >= 0 && it.compareTo(LONGEST) <= 0)
                .orElseGet(() -> {
                    mistake(
                            factory,
                            given,
                            "a rule looks back for a constant time between a minute and 31 days",
                            "write the last argument as duration('1h')");
                    return SHORTEST;
                });
    }

    /** The text within {@code duration('...')}. */
    private static Optional<String> constant(CelExpr given) {
        return given.exprKind().getKind() == ExprKind.Kind.CALL
                        && given.call().function().equals(DURATION)
                        && given.call().args().size() == 1
                ? RuleReads.text(given.call().args().getFirst())
                : Optional.empty();
    }

    private static Optional<Duration> parse(String text) {
        var parts = TEXT.matcher(text);
        return parts.matches()
                ? Optional.of(Duration.ofHours(number(parts.group(1)))
                        .plusMinutes(number(parts.group(2)))
                        .plusSeconds(number(parts.group(3))))
                : Optional.empty();
    }

    private static long number(String digits) {
        return Stream.ofNullable(digits).mapToLong(Long::parseLong).sum();
    }

    private void mistake(CelMacroExprFactory factory, CelExpr at, String message, String remedy) {
        mistake(factory, at, "history-constant", message, remedy);
    }

    private void mistake(CelMacroExprFactory factory, CelExpr at, String rule, String message, String remedy) {
        mistakes.add(
                new Mistake(RuleCompiler.offset(factory.getSourceLocation(at), expression), rule, message, remedy));
    }

    private CelExpr count(CelMacroExprFactory factory, PastCalls past) {
        return value(factory, COUNTS, past);
    }

    private CelExpr any(CelMacroExprFactory factory, PastCalls past) {
        return factory.newGlobalCall("_>_", value(factory, COUNTS, past), factory.newIntLiteral(0));
    }

    private CelExpr sum(CelMacroExprFactory factory, PastCalls past) {
        return value(factory, SUMS, past);
    }

    private static CelExpr value(CelMacroExprFactory factory, String map, PastCalls past) {
        return factory.newGlobalCall(
                "_[_]",
                factory.newSelect(factory.newIdentifier(RuleLanguage.HISTORY), map, false),
                factory.newStringLiteral(past.key()));
    }
}
