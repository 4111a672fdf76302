package dev.hyperterse.calls.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.turn.Permits;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CircuitTest {
    private static final String ORDERS = "orders";
    private static final String INVOICES = "invoices";
    private static final String REFUSED = "adapter db unavailable: it does not answer in time, try again after 1 s";

    private final AtomicLong clock =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(2).toNanos());
    /** The longest pauses there are. */
    private final RandomGenerator random = () -> -1L;

    private int probes;
    /** What happens while the engine is probed, and whether it was silent. */
    private BooleanSupplier engineIsSilent = () -> false;

    private final Circuit circuit = new Circuit("db", clock::get, random, this::probe, Runnable::run);

    private boolean probe() {
        probes++;
        return engineIsSilent.getAsBoolean();
    }

    @Test
    void callsFailAtOnceAfterASecondWithoutAnswers() {
        silence();

        assertThat(circuit.isOpen()).isTrue();
        assertThatThrownBy(() -> circuit.run(ORDERS, CircuitTest::neverRun))
                .isInstanceOfSatisfying(
                        CallFailure.class, it -> assertThat(it.stage()).isEqualTo(Stage.UNAVAILABLE))
                .hasMessage(REFUSED);
        assertThatThrownBy(() -> circuit.run("never called before", CircuitTest::neverRun))
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
        assertThatThrownBy(() -> circuit.run(ORDERS, CircuitTest::neverRun)).hasMessage(REFUSED);
        after(Duration.ofSeconds(1));
        fails(ORDERS, Stage.TIMEOUT);
        after(Duration.ofSeconds(1));
        assertThatThrownBy(() -> circuit.run(ORDERS, CircuitTest::neverRun)).hasMessage(REFUSED);
        after(Duration.ofSeconds(1));
        assertThat(circuit.run(ORDERS, () -> 1)).isEqualTo(1);
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
            circuit.run(INVOICES, () -> 1);
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
        try (var deadlines = new DeadlineTimer()) {
            for (var call = 0; call < 10; call++) {
                var statement = call % 2 == 0 ? ORDERS : INVOICES;
                assertThat(waitsInVain(
                                deadlines,
                                scope -> circuit.run(statement, () -> {
                                    permits.acquire(scope);
                                    return neverRun();
                                })))
                        .isEqualTo(Stage.TIMEOUT);
                assertThat(waitsInVain(
                                deadlines,
                                scope -> circuit.run(statement, () -> {
                                    permits.acquire(scope, Long.MAX_VALUE);
                                    return neverRun();
                                })))
                        .isEqualTo(Stage.TIMEOUT);
                after(Duration.ofSeconds(1));
            }
        }

        assertThat(circuit.isOpen()).isFalse();
        assertThat(probes).isZero();
    }

    private static Stage waitsInVain(DeadlineTimer deadlines, Consumer<CallScope> call) {
        try (var scope = CallScope.open(deadlines, 1)) {
            return catchThrowableOfType(CallFailure.class, () -> call.accept(scope))
                    .stage();
        }
    }

    @Test
    void afterAPauseOneCallOfEachStatementIsTriedAndAnAnswerClosesTheCircuit() {
        silence();
        after(Duration.ofSeconds(1));

        var rows = circuit.run(ORDERS, () -> {
            assertThatThrownBy(() -> circuit.run(ORDERS, CircuitTest::neverRun)).hasMessage(REFUSED);
            // One of another statement need not wait for this one.
            fails(INVOICES, Stage.CANCELLED);
            return 3;
        });

        assertThat(rows).isEqualTo(3);
        assertThat(circuit.isOpen()).isFalse();
        assertThat(circuit.run(INVOICES, () -> 1)).isEqualTo(1);
    }

    @Test
    void eachFailedTrialLengthensTheNextPause() {
        silence();
        after(Duration.ofSeconds(1));
        fails(ORDERS, Stage.TIMEOUT);

        after(Duration.ofSeconds(1));
        assertThatThrownBy(() -> circuit.run(ORDERS, CircuitTest::neverRun)).hasMessage(REFUSED);
        after(Duration.ofSeconds(1));
        assertThat(circuit.run(ORDERS, () -> 1)).isEqualTo(1);
    }

    @Test
    void answerOfAnEarlierCallClosesTheCircuit() {
        assertThat(circuit.run(INVOICES, () -> {
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

        assertThat(circuit.run(ORDERS, () -> 1)).isEqualTo(1);
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
        var failure = new CallFailure(stage, "as the test says");
        assertThatThrownBy(() -> circuit.run(statement, () -> {
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
