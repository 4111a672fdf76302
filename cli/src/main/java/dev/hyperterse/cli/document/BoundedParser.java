package dev.hyperterse.cli.document;

import java.util.Optional;
import java.util.function.Function;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.parser.Parser;

/** Ends the parsing of a document that has more values than an object can have, before all of them are in memory. */
final class BoundedParser implements Parser {
    /** Each takes some microseconds and half a kilobyte; an object of a cluster has at most a megabyte and a half. */
    static final int MOST_VALUES = 500_000;

    static final String RULE = "document-too-large";
    static final String MESSAGE = "more than %d values in one document".formatted(MOST_VALUES);
    static final String REMEDY = "split it into documents, or move the data to where the statements find it";

    private final Parser parser;
    private final Function<Optional<Mark>, UnreadableManifest> tooMany;
    private int values;

    /** @param tooMany makes the failure at the first value that is too many */
    BoundedParser(Parser parser, Function<Optional<Mark>, UnreadableManifest> tooMany) {
        this.parser = parser;
        this.tooMany = tooMany;
    }

    @Override
    public Event next() {
        var event = parser.next();
        switch (event.getEventId()) {
            case Scalar, SequenceStart, MappingStart, Alias -> {
                if (++values > MOST_VALUES) {
                    throw tooMany.apply(event.getStartMark());
                }
            }
            case Comment, DocumentEnd, DocumentStart, MappingEnd, SequenceEnd, StreamEnd, StreamStart -> {}
        }
        return event;
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
        return parser.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
        return parser.peekEvent();
    }

    @Override
    public boolean hasNext() {
        return parser.hasNext();
    }
}
