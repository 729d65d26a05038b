<?php
// The types of the package, read by the parser of PHPStan: each is known, and real documents have them.
declare(strict_types=1);

require_once 'PHPStan/PhpDocParser/autoload.php';

use PHPStan\PhpDocParser\Ast\ConstExpr\ConstExprStringNode;
use PHPStan\PhpDocParser\Ast\PhpDoc;
use PHPStan\PhpDocParser\Ast\Type;
use PHPStan\PhpDocParser\Lexer\Lexer;
use PHPStan\PhpDocParser\Parser;
use Tradepost\Decimal;
use Tradepost\Exchange;
use Tradepost\Json;

final class Shapes
{
    /** @var array<string, Type\TypeNode> */
    public array $types = [];

    public function __construct(string $source)
    {
        $constants = new Parser\ConstExprParser();
        $parser = new Parser\PhpDocParser(new Parser\TypeParser($constants), $constants);
        preg_match('#/\*\*.*?\*/#s', $source, $comment);
        $lines = new Parser\TokenIterator((new Lexer())->tokenize($comment[0]));
        foreach ($parser->parse($lines)->getTags() as $tag) {
            holds($tag->value instanceof PhpDoc\TypeAliasTagValueNode, (string)$tag);
            holds(!isset($this->types[$tag->value->alias]), $tag->value->alias);
            $this->types[$tag->value->alias] = $tag->value->type;
        }
    }

    /** Why a value is not of a type; null if it is. */
    public function fault(mixed $value, Type\TypeNode $type, string $path = ''): ?string
    {
        if ($type instanceof Type\UnionTypeNode) {
            $faults = array_map(fn($one) => $this->fault($value, $one, $path), $type->types);
            return in_array(null, $faults, true) ? null : implode("\n", array_unique($faults));
        }
        if ($type instanceof Type\IdentifierTypeNode && isset($this->types[$type->name])) {
            return $this->fault($value, $this->types[$type->name], $path);
        }
        $value = $value instanceof ArrayObject ? $value->getArrayCopy() : $value; // an empty object
        $isGood = match (true) {
            $type instanceof Type\ConstTypeNode && $type->constExpr instanceof ConstExprStringNode =>
                $value === trim($type->constExpr->value, "'"),
            $type instanceof Type\ArrayShapeNode => is_array($value),
            $type instanceof Type\GenericTypeNode =>
                is_array($value) && ($type->type->name !== 'list' || array_is_list($value)),
            default => match ($type->name) {
                'Decimal' => $value instanceof Decimal,
                'string' => is_string($value),
                'bool' => is_bool($value),
                'null' => $value === null,
            },
        };
        if (!$isGood) {
            return "$path is not $type";
        }
        return $type instanceof Type\ArrayShapeNode
            ? $this->faultOfFields($value, $type, $path)
            : $this->faultOfElements($value, $type, $path);
    }

    private function faultOfFields(array $value, Type\ArrayShapeNode $shape, string $path): ?string
    {
        foreach ($shape->items as $field) {
            $name = (string)$field->keyName;
            if (!array_key_exists($name, $value)) {
                if (!$field->optional) {
                    return "$path.$name is missing";
                }
            } elseif ($fault = $this->fault($value[$name], $field->valueType, "$path.$name")) {
                return $fault;
            }
            unset($value[$name]);
        }
        return $value === [] ? null : "$path." . array_key_first($value) . ' is no field';
    }

    private function faultOfElements(mixed $value, Type\TypeNode $type, string $path): ?string
    {
        foreach ($type instanceof Type\GenericTypeNode ? $value : [] as $index => $element) {
            $all = $type->genericTypes;
            if ($fault = $this->fault($element, end($all), "$path.$index")) {
                return $fault;
            }
        }
        return null;
    }
}

$shapes = new Shapes(file_get_contents("$folder/vendor/tradepost/client/src/Documents.php"));
$fault = static fn(mixed $document) => $shapes->fault($document, $shapes->types['Document'], 'document');
$read = static fn(string $name) => Json::read(file_get_contents(ROOT . "/examples/$name.json"));

return [
    'documents_have_the_types_of_the_description' => static function () use ($fault, $read): void {
        $names = glob(ROOT . '/examples/*/{full,lifelike,minimal}.json', GLOB_BRACE);
        holds(count($names) > 30);
        foreach ($names as $path) {
            $name = basename(dirname($path)) . '/' . basename($path, '.json');
            same([$name, null], [$name, $fault($read($name))]);
        }
    },
    'answers_have_the_types_of_the_description' => static function () use ($shapes, $network): void {
        $customer = new Exchange($network->url, $network->customer);
        $supplier = new Exchange($network->url, $network->supplier);
        $id = $customer->send(order(bin2hex(random_bytes(6))))->id;
        $received = $supplier->pending()->current()->document;
        $supplier->report($id, false, 'No.');
        $answers = [
            'IncomingTransaction' => $received,
            'Transaction' => $customer->transaction($id),
            'Event' => $customer->events($id)->current(),
            'CaseHead' => $case = $customer->cases()->current(),
            'Case' => $customer->findCase($case['id']),
        ];
        foreach ($answers as $type => $answer) {
            same([$type, null], [$type, $shapes->fault($answer, $shapes->types[$type])]);
        }
    },
    'document_of_another_type_is_told_apart' => static function () use ($fault, $read): void {
        $order = $read('order/full');
        holds($fault(['type' => 'INVOICE'] + $order) !== null);
        holds(str_contains($fault(['type' => 'ODER'] + $order), "document.type is not ORDER\n"));
        $order['content']['items'][0]['quantity'] = '1.50';
        holds(str_contains($fault($order), 'document.content.items.0.quantity is not Decimal'));
    },
    'types_that_the_code_names_exist' => static function () use ($shapes, $folder): void {
        foreach (glob("$folder/vendor/tradepost/client/src/*.php") as $path) {
            preg_match_all('/@phpstan-import-type (\w+) from Documents/', file_get_contents($path), $found);
            same([], array_diff($found[1], array_keys($shapes->types)));
        }
        holds(isset($shapes->types['IncomingOrder'], $shapes->types['AnyWebhookEvent']));
    },
];
