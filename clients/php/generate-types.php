<?php
// generate-types.php DESCRIPTION: prints src/Documents.php, the types of the documents and answers that /openapi.json
// describes, as array shapes that PHPStan and Psalm read. Choices become unions whose members differ in `type`.
declare(strict_types=1);

// What the calls of the package take and return.
const ROOTS = [
    'Document', 'IncomingTransaction', 'Transaction', 'Event', 'CaseHead', 'Case', 'ParticipantName', 'AnyWebhookEvent',
];

final class Types
{
    /** @var array<string, string> of each name */
    public array $texts = [];

    public function __construct(private readonly array $schemas)
    {
    }

    public function name(string $reference): string
    {
        $name = basename($reference);
        if (!isset($this->texts[$name])) {
            $this->texts[$name] = ''; // its place; one that refers to itself ends here
            $this->texts[$name] = $this->expression($this->schemas[$name]);
        }
        return $name;
    }

    /** As a type. */
    private function expression(array $schema): string
    {
        if (isset($schema['$ref'])) {
            return $this->name($schema['$ref']);
        }
        $values = array_key_exists('const', $schema) ? [$schema['const']] : $schema['enum'] ?? [];
        if ($values !== []) {
            $written = static fn($value) => $value === null ? 'null' : var_export($value, true);
            return implode('|', array_map($written, $values));
        }
        $choices = $schema['oneOf'] ?? $schema['anyOf'] ?? [];
        if ($this->isObject($schema)) {
            $isPlain = empty($schema['properties']) && empty($schema['allOf']);
            $types = $isPlain && $choices
                ? array_map($this->expression(...), $choices)
                : array_map(fn(array $variant) => $this->shape(...$variant), $this->variants($schema));
            return implode('|', $types);
        }
        if ($choices) {
            return implode('|', array_unique(array_map($this->expression(...), $choices)));
        }
        $types = array_map(fn(string $kind) => $this->plain($kind, $schema), (array)($schema['type'] ?? []));
        return implode('|', $types) ?: 'mixed';
    }

    private function plain(string $kind, array $schema): string
    {
        $values = $schema['additionalProperties'] ?? [];
        return match ($kind) {
            'array' => 'list<' . $this->expression($schema['items'] ?? []) . '>',
            'object' => 'array<string, ' . $this->expression(is_array($values) ? $values : []) . '>',
            'number', 'integer' => 'Decimal',
            'boolean' => 'bool',
            default => $kind,
        };
    }

    private function shape(array $properties, array $required): string
    {
        $fields = '';
        foreach ($properties as $name => $schema) {
            $mark = in_array($name, $required, true) ? '' : '?';
            $fields .= "\n    $name$mark: " . str_replace("\n", "\n    ", $this->expression($schema)) . ',';
        }
        return "array{{$fields}\n}";
    }

    /** @return list<array{array<string, array>, list<string>}> properties and required: one, or one for each choice */
    private function variants(array $schema): array
    {
        if (isset($schema['$ref'])) {
            return $this->variants($this->schemas[basename($schema['$ref'])]);
        }
        $found = [[$schema['properties'] ?? [], $schema['required'] ?? []]];
        $groups = array_map($this->variants(...), $schema['allOf'] ?? []);
        foreach (['oneOf', 'anyOf'] as $word) {
            if (isset($schema[$word])) {
                $groups[] = array_merge(...array_map($this->variants(...), $schema[$word]));
            }
        }
        foreach ($groups as $group) {
            $joined = [];
            foreach ($found as [$properties, $required]) {
                foreach ($group as [$others, $needed]) {
                    $joined[] = [[...$properties, ...$others], [...$required, ...$needed]];
                }
            }
            $found = $joined;
        }
        return $found;
    }

    /** Whether it has fields of its own, or is a choice between objects that have. */
    private function isObject(array $schema): bool
    {
        if (isset($schema['$ref'])) {
            return $this->isObject($this->schemas[basename($schema['$ref'])]);
        }
        $choices = $schema['oneOf'] ?? $schema['anyOf'] ?? [];
        return !empty($schema['properties']) || !empty($schema['allOf'])
            || ($choices && count($choices) === count(array_filter($choices, $this->isObject(...))));
    }
}

$description = json_decode(file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);
$bodies = array_map(static fn(array $webhook) => $webhook['post']['requestBody']['content'], $description['webhooks']);
$events = array_map(static fn(array $body) => $body['application/json']['schema'], array_values($bodies));
$types = new Types([...$description['components']['schemas'], 'AnyWebhookEvent' => ['oneOf' => $events]]);
array_map($types->name(...), ROOTS);
echo "<?php\ndeclare(strict_types=1);\n\nnamespace Tradepost;\n\n";
echo "/**\n * The documents and answers of the exchange. Generated from its description: do not edit.\n *\n";
foreach ($types->texts as $name => $text) {
    echo " * @phpstan-type $name ", str_replace("\n", "\n * ", $text), "\n";
}
echo " */\nfinal class Documents\n{\n}\n";
