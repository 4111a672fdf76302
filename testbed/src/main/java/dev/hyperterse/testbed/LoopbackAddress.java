package dev.hyperterse.testbed;

import java.security.SecureRandom;

/** An address of this machine for one process, whose ports are given: no other process of any test has the same. */
public final class LoopbackAddress {
    private static final SecureRandom RANDOM = new SecureRandom();

    private LoopbackAddress() {}

    public static String unique() {
        return "127.%d.%d.%d".formatted(RANDOM.nextInt(16, 250), RANDOM.nextInt(250), RANDOM.nextInt(1, 250));
    }
}
