package dev.hyperterse.playground.node;

import dev.hyperterse.playground.node.container.Images;
import dev.hyperterse.playground.node.container.NodeTiming;
import dev.hyperterse.playground.node.volume.ApiAddress;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The settings of a node.
 *
 * @param home keeps pods' folders and logs
 */
public record NodeSettings(String name, Path home, Images images, ApiAddress api, NodeTiming timing, Clock clock) {
    static final String HOST_ADDRESS = "127.0.0.1";
}
