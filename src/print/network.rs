//! One neural network: numbers in, numbers out.

use std::fmt;

use rten::{Model, ModelOptions, ValueOrView, op_registry};
use rten_tensor::NdTensor;

/// Why a network could not be loaded or run: its model is damaged or for another version, or the computation
/// failed.
#[derive(Debug)]
pub struct ModelError(String);

impl fmt::Display for ModelError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the model of the print reader: {}", self.0)
    }
}

impl std::error::Error for ModelError {}

impl ModelError {
    pub(super) fn of(error: &impl ToString) -> Self {
        Self(error.to_string())
    }
}

pub(super) struct Network(Model);

impl Network {
    /// Loads an ONNX model. It may use only the operators that are listed here: all others are not linked.
    pub(super) fn load(model: Vec<u8>) -> Result<Self, ModelError> {
        let operators = op_registry!(
            Add,
            AveragePool,
            Cast,
            Concat,
            Conv,
            ConvTranspose,
            DequantizeLinear,
            Div,
            GlobalAveragePool,
            HardSigmoid,
            HardSwish,
            MatMul,
            Mul,
            Pow,
            ReduceMean,
            Relu,
            Reshape,
            Resize,
            Shape,
            Sigmoid,
            Slice,
            Softmax,
            Sqrt,
            Squeeze,
            Sub,
            Transpose
        );
        let options = ModelOptions::with_ops(operators);
        options.load(model).map(Self).map_err(|error| ModelError::of(&error))
    }

    /// Runs the network on a grey image, whose `values` are in -1..=1. It expects three equal channels.
    /// Reads the values of its only output.
    pub(super) fn run(&self, values: &[f32], height: usize, width: usize) -> Result<Vec<f32>, ModelError> {
        let input = NdTensor::from_data([1, 3, height, width], values.repeat(3));
        let output = self.0.run_one(ValueOrView::Value(input.into()), None);
        let output = output.map_err(|error| ModelError::of(&error))?;
        let values: rten_tensor::Tensor<f32> =
            output.try_into().map_err(|_| ModelError("its output has another type".into()))?;
        Ok(values.into_data())
    }
}
