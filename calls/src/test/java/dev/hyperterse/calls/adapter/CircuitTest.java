package dev.hyperterse.calls.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.NotSent;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.turn.Permits;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CircuitTest {
    private static final String ORDERS = "orders";
    private static final String INVOICES = "invoices";
    private static final String REFUSED = "adapter db unavailable: it does not answer in time, try again after 1 s";

    private final AtomicLong clock =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(2).toNanos());
    /** The longest pauses there are. */
    private final RandomGenerator random = () -> -1L;

    private final DeadlineTimer deadlines = new DeadlineTimer();

    private int probes;
    /** What happens while the engine is probed, and whether it was silent. */
    private BooleanSupplier engineIsSilent = () -> false;

    private final Circuit circuit = new Circuit("db", clock::get, random, this::probe, Runnable::run);

    @AfterEach
    void endTheTimer() {
        deadlines.close();
    }

    private int run(Object statement, IntSupplier call) {
        try (var scope = CallScope.open(deadlines, 60_000)) {
            return circuit.run(statement, scope, call);
        }
    }

    private boolean probe() {
        probes++;
        return engineIsSilent.getAsBoolean();
    }

    @Test
    void callsFailAtOnceAfterASecondWithoutAnswers() {
        silence();

        assertThat(circuit.isOpen()).isTrue();
        assertThatThrownBy(() -> run(ORDERS, CircuitTest::neverRun))
                .isInstanceOfSatisfying(
                        CallFailure.class, it -> assertThat(it.stage()).isEqualTo(Stage.UNAVAILABLE))
                .hasMessage(REFUSED);
        assertThatThrownBy(() -> run("never called before", CircuitTest::neverRun))
                .hasMessage(REFUSED);
    }

    @Test
    void oneSlowStatementOpensNoCircuit() {
        for (var call = 0; call < 100; call++) {
            fails(ORDERS, Stage.TIMEOUT);
            after(Duration.ofSeconds(10));
        }

        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void oneStatementOfAnUnresponsiveEngineOpensTheCircuit() {
        engineIsSilent = () -> true;

        silenceOf(ORDERS);

        assertThat(circuit.isOpen()).isTrue();
        assertThatThrownBy(() -> run(ORDERS, CircuitTest::neverRun)).hasMessage(REFUSED);
        after(Duration.ofSeconds(1));
        fails(ORDERS, Stage.TIMEOUT);
        after(Duration.ofSeconds(1));
        assertThatThrownBy(() -> run(ORDERS, CircuitTest::neverRun)).hasMessage(REFUSED);
        after(Duration.ofSeconds(1));
        assertThat(run(ORDERS, () -> 1)).isEqualTo(1);
        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void simultaneousTimeoutsDoNotProbeTheEngine() {
        engineIsSilent = () -> true;
        for (var call = 0; call < 100; call++) {
            fails(ORDERS, Stage.TIMEOUT);
        }

        assertThat(probes).isZero();
        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void answerDuringAProbeKeepsTheCircuitClosed() {
        engineIsSilent = () -> {
            run(INVOICES, () -> 1);
            return true;
        };

        silenceOf(ORDERS);

        assertThat(probes).isEqualTo(1);
        assertThat(circuit.isOpen()).isFalse();
    }

    @Test
    void responsiveEngineIsProbedAgainLater() {
        silenceOf(ORDERS);
        for (var call = 0; call < 100; call++) {
            fails(ORDERS, Stage.TIMEOUT);
        }
        assertThat(probes).isEqualTo(1);
        assertThat(circuit.isOpen()).isFalse();

        engineIsSilent = () -> true;
        after(Duration.ofSeconds(10));
        fails(ORDERS, Stage.TIMEOUT);
        assertThat(probes).isEqualTo(2);
        assertThat(circuit.isOpen()).isTrue();
    }

    @Test
    void onlyOneProbeRunsAtATime() {
        engineIsSilent = () -> {
            after(Duration.ofSeconds(10));
            fails(ORDERS, Stage.TIMEOUT);
            return false;
        };

        silenceOf(ORDERS);

        assertThat(probes).isEqualTo(1);
    }

    @Test
    void timeoutsOfTwoStatementsOpenTheCircuitWithoutAProbe() {
        silence();

        assertThat(probes).isZero();
    }

    @Test
    void simultaneousTimeoutsOfTwoStatementsOpenNoCircuit() {
        for (var call = 0; call < 100; call++) {
            fails(call % 2 == 0 ? ORDERS : INVOICES, Stage.TIMEOUT);
        }

        assertThat(circuit.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Stage.class,
            names = {"EXECUTION", "RESULT", "RESOLVE"})
    void errorsOfTheEngineCountAsAnswers(Stage answer) {
        for (var call = 0; call < 100; call++) {
            fails(ORDERS, Stage.TIMEOUT);
            fails(INVOICES, Stage.TIMEOUT);
            fails("customers", answer);
            after(Duration.ofSeconds(10));
        }

        assertThat(circuit.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Stage.class,
            names = {"TIMEOUT", "EXECUTION", "RESULT", "RESOLVE"},
            mode = EnumSource.Mode.EXCLUDE)
    void otherFailuresNeitherOpenNorCloseTheCircuit(Stage other) {
        for (var call = 0; call < 100; call++) {
            fails(call % 2 == 0 ? ORDERS : INVOICES, other);
            after(Duration.ofSeconds(10));
        }
        assertThat(circuit.isOpen()).isFalse();

        silence();
        after(Duration.ofSeconds(1));
        fails(ORDERS, other);
        assertThat(circuit.isOpen()).isTrue();
    }

    @Test
    void waitingForAPermitIsNoSilenceOfTheDatabase() {
        var permits = new Permits(1);
        permits.tryAcquire();
        for (var call = 0; call < 10; call++) {
            var statement = call % 2 == 0 ? ORDERS : INVOICES;
            assertThat(waitsInVain(scope -> circuit.run(statement, scope, () -> {
                        permits.acquire(scope);
                        return neverRun();
                    })))
                    .isEqualTo(Stage.TIMEOUT);
            assertThat(waitsInVain(scope -> circuit.run(statement, scope, () -> {
                        permits.acquire(scope, Long.MAX_VALUE);
                        return neverRun();
                    })))
                    .isEqualTo(Stage.TIMEOUT);
            after(Duration.ofSeconds(1));
        }

        assertThat(circuit.isOpen()).isFalse();
        assertThat(probes).isZero();
    }

    /** As where no token is exchanged for that of the caller, or the call ends while it waits for one. */
    @ParameterizedTest
    @EnumSource(
            value = Stage.class,
            names = {"TIMEOUT", "EXECUTION"})
    void callThatIsNotSentNeitherOpensNorClosesTheCircuit(Stage stage) {
        for (var call = 0; call < 10; call++) {
            fails(call % 2 == 0 ? ORDERS : INVOICES, NotSent.of(new CallFailure(stage, "no token")));
            after(Duration.ofSeconds(1));
        }
        assertThat(circuit.isOpen()).isFalse();

        silence();
        after(Duration.ofSeconds(1));
        fails(ORDERS, NotSent.of(new CallFailure(stage, "no token")));
        assertThat(circuit.isOpen()).isTrue();
        assertThat(run(ORDERS, () -> 1)).as("the next trial").isEqualTo(1);
    }

    /** As where an API refuses a token, and no other is exchanged. */
    @ParameterizedTest
    @EnumSource(
            value = Stage.class,
            names = {"TIMEOUT", "EXECUTION"})
    void callThatWasAnsweredBeforeItWasNotSentAgainClosesTheCircuit(Stage stage) {
        silence();
        after(Duration.ofSeconds(1));

        fails(ORDERS, NotSent.again(new CallFailure(stage, "no token")));
        assertThat(circuit.isOpen()).isFalse();
    }

    /** An engine that asks the user of a call has answered. */
    @Test
    void trialThatWaitsForItsUserClosesTheCircuit() {
        silence();
        after(Duration.ofSeconds(1));

        try (var scope = CallScope.open(deadlines, 60_000)) {
            assertThat(circuit.run(ORDERS, scope, () -> {
                        assertThat(circuit.isOpen()).isTrue();
                        scope.pause();
                        assertThat(run(ORDERS, () -> 1)).isEqualTo(1);
                        assertThat(run(INVOICES, () -> 1)).isEqualTo(1);
                        assertThat(circuit.isOpen()).isFalse();
                        scope.resume();
                        return 2;
                    }))
                    .isEqualTo(2);
        }
    }

    /** Otherwise a caller who sends the state of an earlier question again keeps the circuit of a silent engine closed. */
    @Test
    void callThatWasNotSentSaysNothingOfTheEngine() {
        silence();
        after(Duration.ofSeconds(1));

        try (var scope = CallScope.open(deadlines, 60_000)) {
            scope.beforeAdapter(true);
            circuit.run(ORDERS, scope, () -> {
                scope.pause();
                assertThat(circuit.isOpen()).isTrue();
                scope.resume();
                return 0;
            });
            assertThat(circuit.isOpen()).isTrue();
            circuit.run(ORDERS, scope, () -> {
                assertThat(run(ORDERS, () -> 1))
                        .as("the trial of another caller")
                        .isEqualTo(1);
                return 0;
            });
            assertThat(circuit.isOpen()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void expiredTokenOfTheCallerIsNoSilenceOfTheEngine(boolean userIsAsked) {
        for (var call = 0; call < 10; call++) {
            try (var scope = CallScope.open(deadlines, 60_000)) {
                scope.endBy(Instant.now());
                var statement = call % 2 == 0 ? ORDERS : INVOICES;
                assertThatThrownBy(() -> circuit.run(statement, scope, () -> waits(scope, userIsAsked)))
                        .isInstanceOfSatisfying(
                                CallFailure.class, it -> assertThat(it.stage()).isEqualTo(Stage.TIMEOUT))
                        .hasMessageContaining("the token of the caller expired");
            }
            after(Duration.ofSeconds(1));
        }

        assertThat(circuit.isOpen()).isFalse();
        assertThat(probes).isZero();
    }

    private static int waits(CallScope scope, boolean forItsUser) {
        if (!forItsUser) {
            return scope.await(CircuitTest::never);
        }
        scope.pause();
        try {
            return scope.await(CircuitTest::never);
        } finally {
            scope.resume();
        }
    }

    private static int never() throws InterruptedException {
        new CountDownLatch(1).await();
        return 0;
    }

    private Stage waitsInVain(Consumer<CallScope> call) {
        try (var scope = CallScope.open(deadlines, 1)) {
            return catchThrowableOfType(CallFailure.class, () -> call.accept(scope))
                    .stage();
        }
    }

    @Test
    void afterAPauseOneCallOfEachStatementIsTriedAndAnAnswerClosesTheCircuit() {
        silence();
        after(Duration.ofSeconds(1));

        var rows = run(ORDERS, () -> {
            assertThatThrownBy(() -> run(ORDERS, CircuitTest::neverRun)).hasMessage(REFUSED);
            // One of another statement need not wait for this one.
            fails(INVOICES, Stage.CANCELLED);
            return 3;
        });

        assertThat(rows).isEqualTo(3);
        assertThat(circuit.isOpen()).isFalse();
        assertThat(run(INVOICES, () -> 1)).isEqualTo(1);
    }

    @Test
    void eachFailedTrialLengthensTheNextPause() {
        silence();
        after(Duration.ofSeconds(1));
        fails(ORDERS, Stage.TIMEOUT);

        after(Duration.ofSeconds(1));
        assertThatThrownBy(() -> run(ORDERS, CircuitTest::neverRun)).hasMessage(REFUSED);
        after(Duration.ofSeconds(1));
        assertThat(run(ORDERS, () -> 1)).isEqualTo(1);
    }

    @Test
    void answerOfAnEarlierCallClosesTheCircuit() {
        assertThat(run(INVOICES, () -> {
                    silence();
                    return 7;
                }))
                .isEqualTo(7);
        assertThat(circuit.isOpen()).as("the answer counts").isFalse();
    }

    @Test
    void resetClosesTheCircuit() {
        silence();
        circuit.reset();

        assertThat(run(ORDERS, () -> 1)).isEqualTo(1);
    }

    private void silence() {
        for (var call = 0; call < 4; call++) {
            fails(call % 2 == 0 ? ORDERS : INVOICES, Stage.TIMEOUT);
        }
        after(Duration.ofSeconds(1));
        fails(ORDERS, Stage.TIMEOUT);
    }

    private void silenceOf(String statement) {
        for (var call = 0; call < 4; call++) {
            fails(statement, Stage.TIMEOUT);
        }
        after(Duration.ofSeconds(1));
        fails(statement, Stage.TIMEOUT);
    }

    private void fails(String statement, Stage stage) {
        fails(statement, new CallFailure(stage, "as the test says"));
    }

    private void fails(String statement, CallFailure failure) {
        assertThatThrownBy(() -> run(statement, () -> {
                    throw failure;
                }))
                .isSameAs(failure);
    }

    private void after(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private static int neverRun() {
        throw new AssertionError("it ran");
    }
}
