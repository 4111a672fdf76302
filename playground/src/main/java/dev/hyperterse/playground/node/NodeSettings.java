package dev.hyperterse.playground.node;

import java.nio.file.Path;
import java.time.Clock;

/**
 * What makes one node differ from another.
 *
 * @param home keeps pods' folders and logs
 */
public record NodeSettings(String name, Path home, Images images, ApiAddress api, NodeTiming timing, Clock clock) {
    static final String HOST_ADDRESS = "127.0.0.1";
}
