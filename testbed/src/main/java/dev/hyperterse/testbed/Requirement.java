package dev.hyperterse.testbed;

import java.util.function.Supplier;
import org.opentest4j.TestAbortedException;

/**
 * What happens where an engine cannot run: the tests that need it are skipped with the reason, except where
 * {@code HYPERTERSE_TESTS_REQUIRED=true} says that every test has to run.
 */
public final class Requirement {
    private static final String REQUIRED = "HYPERTERSE_TESTS_REQUIRED";

    private Requirement() {}

    /** The fixture, or the end of the test that asked for it. */
    public static <T> T fulfil(Supplier<T> fixture) {
        return fulfil(fixture, Boolean.parseBoolean(System.getenv(REQUIRED)));
    }

    public static <T> T fulfil(Supplier<T> fixture, boolean required) {
        try {
            return fixture.get();
        } catch (TestbedException impossible) {
            if (required) {
                throw impossible;
            }
            throw new TestAbortedException("skipped: " + impossible.getMessage(), impossible);
        }
    }
}
