package dev.hyperterse.telemetry.metrics;

import java.util.ArrayList;
import java.util.List;

/** Names and values of one series, in the order given. */
public record Labels(List<Label> list) implements Comparable<Labels> {
    public static final Labels NONE = new Labels(List.of());

    public Labels {
        list = List.copyOf(list);
    }

    /** One name and its value. */
    public record Label(String name, String value) {}

    public static Labels of(String name, String value) {
        return NONE.and(name, value);
    }

    public Labels and(String name, String value) {
        var longer = new ArrayList<>(list);
        longer.add(new Label(name, value));
        return new Labels(longer);
    }

    /** Any total order will do, so that two scrapes of the same series look the same. */
    @Override
    public int compareTo(Labels other) {
        return list.toString().compareTo(other.list.toString());
    }
}
