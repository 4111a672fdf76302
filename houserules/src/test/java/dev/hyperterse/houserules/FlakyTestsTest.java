package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests depend on no speed, order, port, address or setting of the machine that they did not make. */
class FlakyTestsTest {
    private static TestSources tests;

    @BeforeAll
    static void readTheTests() {
        tests = TestSources.ofTheProduct();
    }

    @ParameterizedTest
    @EnumSource
    void noTestIsOfThe(FlakyKind kind) {
        assertThat(tests.found(kind)).as(kind.instead()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            PAUSES_WITHOUT_LOOKING | void f() { Thread.sleep(10); }
            PAUSES_WITHOUT_LOOKING | void f() { while (on) { run(() -> TimeUnit.SECONDS.sleep(1)); } }
            PAUSES_WITHOUT_LOOKING | void f() { LockSupport.parkNanos(5); assertThat(done).isTrue(); }
            TAKES_A_PROCESSOR_TO_WAIT | void f() { while (!done()) { Thread.onSpinWait(); } }
            DROPS_THE_OUTCOME_OF_A_WAIT | void f() { latch.await(10, TimeUnit.SECONDS); }
            DROPS_THE_OUTCOME_OF_A_WAIT | void f() { process.waitFor(10, SECONDS); }
            DROPS_THE_OUTCOME_OF_A_WAIT | void f() { permits.tryAcquire(1, TimeUnit.MINUTES); }
            GIVES_UP_SOON | @Timeout(5) void f() {}
            GIVES_UP_SOON | @Timeout(value = 900, unit = TimeUnit.MILLISECONDS) void f() {}
            ASSERTS_HOW_LONG_IT_TOOK | void f() { assertThat(System.nanoTime() - began).isLessThan(5); }
            ASSERTS_HOW_LONG_IT_TOOK | void f() { assertThat(Duration.between(began, Instant.now())).isLessThan(LIMIT); }
            ASSERTS_HOW_LONG_IT_TOOK | void f() { var took = Duration.ofNanos(System.nanoTime() - began); assertThat(took).isLessThan(LIMIT); }
            ASSERTS_HOW_LONG_IT_TOOK | void f() { assertTimeout(LIMIT, () -> call()); }
            SHARES_STATE | static int calls; @Test void f() { calls++; }
            SHARES_STATE | static Shop shop; @BeforeEach void open() { shop = Shop.open(); }
            CHANGES_ITS_PROCESS | void f() { System.setProperty("a", "b"); }
            CHANGES_ITS_PROCESS | void f() { Locale.setDefault(Locale.ROOT); }
            ASKS_THE_MACHINE | void f() { assertThat(InetAddress.getLocalHost()).isNotNull(); }
            ASKS_THE_MACHINE | void f() { assertThat(name.toLowerCase()).isEqualTo("title"); }
            ASKS_THE_MACHINE | void f() { assertThat(LocalDate.now()).isAfter(OPENED); }
            NAMES_A_PORT | Object f() { return new ServerSocket(8080, 1, InetAddress.getLoopbackAddress()); }
            NAMES_A_PORT | Object f() { return new ServerSocket(0); }
            NAMES_A_PORT | Object f() { return HttpServer.create(new InetSocketAddress("127.0.0.1", 8080), 0); }
            RELEASES_A_PORT_BEFORE_IT_IS_USED | int f() { try (var free = new ServerSocket(0, 1, HERE)) { return free.getLocalPort(); } }
            HAS_RANDOMNESS_WITHOUT_SEED | int f() { return ThreadLocalRandom.current().nextInt(5); }
            HAS_RANDOMNESS_WITHOUT_SEED | int f() { return new Random().nextInt(5); }
            NEEDS_AN_ORDER | @Test @Order(2) void f() {}
            NEEDS_AN_ORDER | @TestMethodOrder(MethodName.class) class Nested {}
            """)
    void aFlakyTestWouldBeFound(FlakyKind kind, String members) {
        assertThat(planted(members).found(kind)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            PAUSES_WITHOUT_LOOKING | void f() { while (!done()) { Thread.sleep(10); } }
            PAUSES_WITHOUT_LOOKING | /** Never Thread.sleep(1). */ void f() { run("Thread.sleep(1)"); }
            TAKES_A_PROCESSOR_TO_WAIT | void f() { while (!done()) { LockSupport.parkNanos(1_000_000); } }
            DROPS_THE_OUTCOME_OF_A_WAIT | void f() { assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue(); }
            DROPS_THE_OUTCOME_OF_A_WAIT | void f() { latch.await(); endpoint.await("it leads", it::leads); }
            GIVES_UP_SOON | @Timeout(60) void f() {}
            GIVES_UP_SOON | @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = SEPARATE_THREAD) void f() {}
            ASSERTS_HOW_LONG_IT_TOOK | void f() { while (!done()) { assertThat(System.nanoTime() - end).isNegative(); } }
            ASSERTS_HOW_LONG_IT_TOOK | void f() { assertThat(permits.acquire(EVE, System.nanoTime() + 5)).isTrue(); }
            SHARES_STATE | static Shop shop; @BeforeAll static void open() { shop = Shop.open(); } @AfterAll static void close() { shop = null; }
            SHARES_STATE | @TempDir static Path folder; int calls; void f() { calls++; }
            CHANGES_ITS_PROCESS | void f() { assertThat(System.getProperty("user.home")).isNotEmpty(); }
            ASKS_THE_MACHINE | void f() { assertThat(name.toLowerCase(Locale.ROOT)).isEqualTo("title"); }
            ASKS_THE_MACHINE | void f() { assertThat(Instant.now()).isAfter(began); }
            NAMES_A_PORT | Object f() { return new ServerSocket(0, 1, InetAddress.getLoopbackAddress()); }
            NAMES_A_PORT | Object f() { return HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0); }
            RELEASES_A_PORT_BEFORE_IT_IS_USED | int f() { return reserved.getLocalPort(); }
            HAS_RANDOMNESS_WITHOUT_SEED | int f(long seed) { return new Random(seed).nextInt(5); }
            NEEDS_AN_ORDER | @Order(1) class Long {}
            """)
    void aSteadyTestIsLeftAlone(FlakyKind kind, String members) {
        assertThat(planted(members).found(kind)).isEmpty();
    }

    private static TestSources planted(String members) {
        return TestSources.of("class Planted { " + members + " }");
    }
}
