package dev.hyperterse.catalog.encoding;

/** Counts the values of JSON that the codec wrote, which is all that the memory of a tree depends on beside its texts. */
final class JsonValues {
    private JsonValues() {}

    /** Members and elements, and the document itself; an empty list counts as one more than it has. */
    static int count(byte[] json) {
        var count = 1;
        var inText = false;
        for (var index = 0; index < json.length; index++) {
            switch (json[index]) {
                case '"' -> inText = !inText;
                case '\\' -> index++;
                case ',', '[', '{' -> count += inText ? 0 : 1;
                default -> {}
            }
        }
        return count;
    }
}
