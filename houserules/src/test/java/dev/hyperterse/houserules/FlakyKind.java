package dev.hyperterse.houserules;

import static java.util.function.Predicate.not;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;

/** Why a test passes on one machine and fails on another, as far as its source shows. The constant's name is the fault. */
enum FlakyKind {
    PAUSES_WITHOUT_LOOKING(
            "look at a condition in a loop, and pause between two looks",
            calls("Thread\\.sleep|LockSupport\\.parkNanos|(TimeUnit\\.)?[A-Z]+\\.sleep")
                    .and(not(Place::isInLoop))),

    TAKES_A_PROCESSOR_TO_WAIT(
            "pause a millisecond between two looks: what is waited for needs the processor",
            calls("Thread\\.onSpinWait")),

    DROPS_THE_OUTCOME_OF_A_WAIT(
            "assert what a bounded wait returns: it also returns when nothing has happened",
            calls(".*\\.(await|awaitTermination|tryAcquire|tryLock|waitFor)", FlakyKind::endWithUnit)
                    .and(place -> place.parent() instanceof ExpressionStatementTree)),

    GIVES_UP_SOON(
            "give what has to happen a minute: other processes may have the processors",
            place -> place.annotation("Timeout")
                    .filter(timeout -> limit(timeout).compareTo(Duration.ofSeconds(30)) < 0)
                    .isPresent()),

    ASSERTS_HOW_LONG_IT_TOOK(
            "measure in bench/; assert what happened, or time by a clock of the test",
            calls("(Assertions\\.)?assertTimeout(Preemptively)?")
                    .or(calls("(Assertions\\.)?assertThat")
                            .and(place -> place.holdsElapsedTime(FlakyKind::isClock))
                            .and(not(Place::isInLoop)))),

    SHARES_STATE(
            "make the static field final or a field of the instance, or set it once before all tests",
            place -> place.path().getLeaf() instanceof VariableTree field
                    && field.getModifiers().getFlags().contains(Modifier.STATIC)
                    && !field.getModifiers().getFlags().contains(Modifier.FINAL)
                    && place.assigning(field).anyMatch(method -> !isOnce(method))),

    CHANGES_ITS_PROCESS(
            "pass the setting to what is tested: tests of other classes run in the same process",
            calls("System\\.(setProperty|clearProperty|setProperties|setOut|setErr|setIn)|Security\\.setProperty"
                    + "|(Locale|TimeZone|ProxySelector|Authenticator|CookieHandler)\\.setDefault")),

    ASKS_THE_MACHINE(
            "name the locale, the time zone and the address",
            calls("InetAddress\\.getLocalHost|(Locale|TimeZone)\\.getDefault|ZoneId\\.systemDefault")
                    .or(calls(
                            "(Local|Zoned|Offset)(Date|Time|DateTime)\\.now|Year(Month)?\\.now|.*\\.to(Lower|Upper)Case",
                            List::isEmpty))),

    NAMES_A_PORT(
            "listen on port 0, of the loopback address alone",
            makes(
                            "ServerSocket",
                            arguments -> !arguments.isEmpty() && (arguments.size() < 3 || isPort(arguments.getFirst())))
                    .or(calls(
                            "HttpServer\\.create|.*\\.bind",
                            arguments -> !arguments.isEmpty() && isAddressWithPort(arguments.getFirst())))),

    RELEASES_A_PORT_BEFORE_IT_IS_USED(
            "use ReservedPort: another process can take the port in between",
            place -> place.path().getLeaf() instanceof ReturnTree result
                    && Place.contains(result, FlakyKind::isLocalPort)
                    && place.around()
                            .anyMatch(tree -> tree instanceof TryTree attempt
                                    && attempt.getResources().toString().contains("Socket("))),

    HAS_RANDOMNESS_WITHOUT_SEED(
            "use new Random(seed): what fails has to fail again",
            calls("Math\\.random|ThreadLocalRandom\\.current").or(makes("Random|SplittableRandom", List::isEmpty))),

    NEEDS_AN_ORDER(
            "have each method make what it needs, or make one method of the steps",
            place -> place.annotation("TestMethodOrder").isPresent()
                    || place.annotation("Order").isPresent() && place.isOnMethod());

    private final String instead;
    private final Predicate<Place> flaky;

    FlakyKind(String instead, Predicate<Place> flaky) {
        this.instead = instead;
        this.flaky = flaky;
    }

    String instead() {
        return instead;
    }

    boolean isAt(Place place) {
        return flaky.test(place);
    }

    private static Predicate<Place> calls(String methods) {
        return calls(methods, _ -> true);
    }

    private static Predicate<Place> calls(String methods, Predicate<List<? extends ExpressionTree>> arguments) {
        var pattern = Pattern.compile(methods, Pattern.DOTALL);
        return place -> place.path().getLeaf() instanceof MethodInvocationTree call
                && pattern.matcher(call.getMethodSelect().toString()).matches()
                && arguments.test(call.getArguments());
    }

    private static Predicate<Place> makes(String types, Predicate<List<? extends ExpressionTree>> arguments) {
        var pattern = Pattern.compile(types);
        return place -> place.path().getLeaf() instanceof NewClassTree made
                && pattern.matcher(made.getIdentifier().toString()).matches()
                && arguments.test(made.getArguments());
    }

    private static boolean endWithUnit(List<? extends ExpressionTree> arguments) {
        return !arguments.isEmpty() && arguments.getLast().toString().matches("(TimeUnit\\.)?[A-Z]+S");
    }

    private static Duration limit(AnnotationTree timeout) {
        var value = 0L;
        var unit = TimeUnit.SECONDS;
        for (var argument : timeout.getArguments()) {
            // @Timeout(60) names no member.
            var name = argument instanceof AssignmentTree member
                    ? member.getVariable().toString()
                    : "value";
            var said = (argument instanceof AssignmentTree member ? member.getExpression() : argument).toString();
            switch (name) {
                case "value" -> value = Long.parseLong(said.replaceAll("[L_]", ""));
                case "unit" -> unit = TimeUnit.valueOf(said.substring(said.lastIndexOf('.') + 1));
                default -> {}
            }
        }
        return Duration.of(value, unit.toChronoUnit());
    }

    private static boolean isClock(Tree tree) {
        return tree instanceof MethodInvocationTree call
                && call.getMethodSelect().toString().matches("System\\.(nanoTime|currentTimeMillis)|Instant\\.now");
    }

    private static boolean isLocalPort(Tree tree) {
        return tree instanceof MethodInvocationTree call
                && call.getMethodSelect().toString().endsWith(".getLocalPort");
    }

    private static boolean isPort(Tree argument) {
        return argument instanceof LiteralTree literal && literal.getValue() instanceof Integer port && port != 0;
    }

    private static boolean isAddressWithPort(Tree argument) {
        return argument instanceof NewClassTree made
                && made.getIdentifier().toString().equals("InetSocketAddress")
                && isPort(made.getArguments().getLast());
    }

    private static boolean isOnce(MethodTree method) {
        return method.getModifiers().getAnnotations().stream()
                .map(annotation -> annotation.getAnnotationType().toString())
                .anyMatch(name -> name.matches("(Before|After)(All|ParameterizedClassInvocation)"));
    }
}
