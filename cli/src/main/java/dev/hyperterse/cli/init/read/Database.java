package dev.hyperterse.cli.init.read;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** Runs statements that read. */
public interface Database {
    /** @throws UnreadableDatabase when there is no answer */
    List<JsonNode> rows(String sql);
}
