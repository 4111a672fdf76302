package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.live.LiveCatalog;
import java.util.Set;

/** The notifications that the client of an open stream gets, and until when. Asked by any thread. */
public interface Interest {
    /** Whether of changes of that list. */
    boolean inList(Notice list);

    /** Of which resources. */
    Set<String> resources();

    boolean inResource(String uri);

    /** Whether it ends by itself now, at the latest in a second. */
    boolean isOver(LiveCatalog live);
}
